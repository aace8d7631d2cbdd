import { type Tab, TABS } from '#domain/analytics/choices.ts'
import { Tabs } from '@mantine/core'
import '@mantine/core/styles/Tabs.layer.css'
import type { ReactNode } from 'react'
import type { ChangeView } from '../view.ts'
import classes from './analytics-tabs.module.css'

const TAB_NAMES: Readonly<Record<Tab, string>> = {
  overview: 'Overview',
  quality: 'Quality',
  plan: 'Plan',
  forecast: 'Forecast',
}

/** What is asked of the figures, one answer at a time. Arrows move between the names, Enter opens one. */
export function AnalyticsTabs({ tab, onChange, children }: { tab: Tab; onChange: ChangeView; children: ReactNode }) {
  return (
    <Tabs
      value={tab}
      keepMounted={false}
      activateTabWithKeyboard={false}
      classNames={{ list: classes.list, tab: classes.tab, panel: classes.panel }}
      onChange={(value) => {
        const chosen = TABS.find((each) => each === value)
        if (chosen && chosen !== tab) onChange({ tab: chosen })
      }}
    >
      <Tabs.List aria-label="What is shown">
        {TABS.map((each) => (
          <Tabs.Tab key={each} value={each}>
            {TAB_NAMES[each]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={tab}>{children}</Tabs.Panel>
    </Tabs>
  )
}
