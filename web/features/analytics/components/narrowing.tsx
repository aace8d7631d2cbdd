import { nameOfBroker, nameOfSource } from '#domain/analytics/breakdown.ts'
import { FilterChip } from '#web/ui/filter-chip.tsx'
import { isNarrowed, type AnalyticsView, type ChangeView } from '../view.ts'
import page from '#web/ui/page.module.css'

interface NarrowingProps {
  view: AnalyticsView
  /** The names of brokers. */
  brokers: readonly { advertiserId: string; advertiserName: string | null }[]
  onChange: ChangeView
}

/** The active filters; each can be removed. */
export function Narrowing({ view, brokers, onChange }: NarrowingProps) {
  if (!isNarrowed(view)) return null
  const { filter } = view
  const { geo, advertiserId, sourceNumber } = filter
  const broker = brokers.find((each) => each.advertiserId === advertiserId)
  const takeOff = (change: AnalyticsView['filter']) => () => onChange({ filter: { ...filter, ...change } })
  return (
    <ul className={page.chips} aria-label="Active filters">
      {geo !== undefined && (
        <li>
          <FilterChip name={geo} onTakeOff={takeOff({ geo: undefined })} />
        </li>
      )}
      {advertiserId !== undefined && (
        <li>
          <FilterChip
            name={nameOfBroker(broker ?? { advertiserId, advertiserName: null })}
            onTakeOff={takeOff({ advertiserId: undefined })}
          />
        </li>
      )}
      {sourceNumber !== undefined && (
        <li>
          <FilterChip name={nameOfSource(sourceNumber)} onTakeOff={takeOff({ sourceNumber: undefined })} />
        </li>
      )}
    </ul>
  )
}
