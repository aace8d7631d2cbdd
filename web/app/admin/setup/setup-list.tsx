import { Button } from '@mantine/core'
import { useEffect, useRef, type ReactNode } from 'react'
import { Trial } from '#web/features/settings/components/trial.tsx'
import { nameOf } from '#domain/team/member.ts'
import { useTestMessage } from '#web/features/settings/admin-api.ts'
import { useShowSetting } from '#web/features/settings/components/settings-desk.tsx'
import type { AppSettings } from '../../settings.ts'
import { SectionButton } from '../section-button.tsx'
import page from '#web/ui/page.module.css'
import classes from './setup-list.module.css'
import { keepSetupStanding } from './standing.ts'
import { useSetup, type Setup, type Step, type StepName } from './steps.ts'
import { ZoneStep } from './zone-step.tsx'

interface ListProps extends Pick<AppSettings, 'zone' | 'zoneLabel'> {
  /** It is about to go, and the focus with it. */
  onHidden: () => void
  /** What stands in its place until it is known what is left. */
  room: ReactNode
}

const TITLES: Record<StepName, string> = {
  bot: 'Telegram bot',
  groups: 'Summary group',
  zone: 'Time zone',
  feed: 'First feed',
  partners: 'First advertiser',
  team: 'Second member',
}

/**
 * The steps that are left to set up, each with its test. The list disappears once the last one is done; where all were
 * done before, its title alone says so for this visit.
 */
export function SetupList({ onHidden, room, ...props }: ListProps) {
  const { setup, isAsked } = useSetup()
  const isDone = setup?.isDone ?? false
  const isLeft = setup?.isLeft ?? false
  const wasLeft = useRef(false)
  useEffect(() => {
    if (isLeft) wasLeft.current = true
    if (!isDone) return
    if (wasLeft.current) keepSetupStanding('done')
    return () => keepSetupStanding('done')
  }, [isDone, isLeft])
  if (isAsked) return room
  if (!setup) return null
  const { steps } = setup
  return (
    <section className={`${page.card} ${classes.root}`} aria-labelledby="setup-title">
      <div className={classes.head}>
        <h2 id="setup-title" className={classes.title}>
          To set up: {steps.filter((step) => step.isDone).length} of {steps.length} done
        </h2>
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => {
            onHidden()
            keepSetupStanding('hidden')
          }}
        >
          Hide
        </Button>
      </div>
      {isLeft && (
        <ol className={classes.steps}>
          {steps.map((step) => (
            <li key={step.name} className={classes.step} data-done={step.isDone || undefined}>
              <p className={classes.name}>
                {step.isDone && <span className={classes.mark}>Done: </span>}
                {TITLES[step.name]}
              </p>
              {step.name === 'zone' ? (
                <ZoneStep {...props} isDone={step.isDone} />
              ) : (
                <>
                  <p className={page.about}>{step.found}</p>
                  <Act step={step} setup={setup} />
                </>
              )}
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

/** The action of a step; for a finished step, the repeat of its test. */
function Act({ step: { name, isDone }, setup: { summaryGroup, colleague } }: { step: Step; setup: Setup }): ReactNode {
  const show = useShowSetting()
  const test = useTestMessage()
  if (name === 'groups' && summaryGroup !== null) {
    return <Trial label="Send a test message to it" trial={test} value={summaryGroup} />
  }
  if (name === 'team' && colleague !== null) {
    return <Trial label={`Send a test message to ${nameOf(colleague)}`} trial={test} value={colleague.telegramId} />
  }
  if (isDone) return null
  const ways: Record<Exclude<StepName, 'zone'>, ReactNode> = {
    bot: <Way onClick={() => show('telegram_bot_token')}>Paste its token</Way>,
    groups: <Way onClick={() => show('summary_group_id')}>Choose the group</Way>,
    feed: <SectionButton to="feeds">Set up the first feed</SectionButton>,
    partners: <SectionButton to="advertisers">Add the first advertiser</SectionButton>,
    team: <SectionButton to="team">Add a second member</SectionButton>,
  }
  return name === 'zone' ? null : ways[name]
}

function Way({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <Button size="compact-sm" variant="light" onClick={onClick}>
      {children}
    </Button>
  )
}
