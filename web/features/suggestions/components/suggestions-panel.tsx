import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, memo, Suspense, useId, useState } from 'react'
import type { Suggestion, SuggestionDay } from '#contract/suggestions.ts'
import { settingTexts } from '#contract/texts/settings.ts'
import { suggestionTexts } from '#contract/texts/suggestions.ts'
import { compareCodePoints } from '#domain/kernel/code-points.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { messageOf } from '#web/lib/api.ts'
import { countOf, formatMomentFrom } from '#web/lib/format.ts'
import { useFocusAfter } from '#web/ui/focus.ts'
import { ChevronIcon } from '#web/ui/icons.tsx'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { toastError, toastSuccess } from '#web/ui/toasts.ts'
import { suggestionsQuery, useSweep } from '../api.ts'
import classes from './suggestions-panel.module.css'

const loadCard = () => import('./suggestion-card.tsx')
const SuggestionCard = lazy(async () => ({ default: (await loadCard()).SuggestionCard }))

interface SuggestionsPanelProps {
  today: Day
  zone: Zone
  canEdit: boolean
}

/** What to do about today and tomorrow, in one line; the numbers and the buttons are under it. */
export const SuggestionsPanel = memo(function SuggestionsPanel({ today, zone, canEdit }: SuggestionsPanelProps) {
  const { data, error, refetch } = useQuery(suggestionsQuery(today))
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const focusAfter = useFocusAfter<HTMLUListElement>()
  const open = data?.suggestions.filter(isStanding) ?? []
  return (
    <section className={classes.panel} aria-labelledby={`${id}-title`}>
      <div className={classes.head}>
        <h2 id={`${id}-title`} className={classes.title}>
          <button
            type="button"
            className={classes.toggle}
            aria-expanded={isOpen}
            aria-controls={id}
            onPointerEnter={() => void loadCard()}
            onFocus={() => void loadCard()}
            onClick={() => setOpen(!isOpen)}
          >
            <span className={classes.chevron} data-open={isOpen || undefined}>
              <ChevronIcon size={14} />
            </span>
            Suggestions
            {open.length > 0 && (
              <span className={classes.count}>
                {open.length}
                <span className="visually-hidden"> open</span>
              </span>
            )}
          </button>
        </h2>
        {!isOpen && (
          <p className={classes.first}>{!data && error ? suggestionTexts.notLoaded : sayFirst(data, open)}</p>
        )}
        {isOpen && data && <LastSweep list={data} today={today} zone={zone} />}
        {isOpen && canEdit && <SweepNow isPending={data?.sweepPending === true} isTold={data?.isTold !== false} />}
      </div>
      {isOpen && (
        <div id={id} className={classes.body}>
          {error && !data && <ProblemBox message={messageOf(error)} onRetry={() => void refetch()} />}
          {!data && !error && <Skeleton height={60} radius={8} />}
          {data?.isTold === false && <p className={classes.why}>{suggestionTexts.noGroup}</p>}
          {data?.why && <p className={classes.why}>{data.why.sentence}</p>}
          {data && data.suggestions.length > 0 && (
            <Suspense fallback={<Skeleton height={60} radius={8} />}>
              <ul {...focusAfter} className={classes.list}>
                {inOrder(data.suggestions).map((suggestion) => (
                  <li key={suggestion.id}>
                    <SuggestionCard suggestion={suggestion} today={today} zone={zone} canEdit={canEdit} />
                  </li>
                ))}
              </ul>
            </Suspense>
          )}
        </div>
      )}
    </section>
  )
})

/** Open, and still to be done: one whose cap was changed since waits for nobody. */
function isStanding({ state, fits }: Suggestion): boolean {
  return state === 'open' && fits
}

/** What waits for somebody first, the surest of it in front; then what was decided, and what has passed. */
function inOrder(suggestions: readonly Suggestion[]): Suggestion[] {
  return suggestions.toSorted(
    (a, b) =>
      Number(isStanding(b)) - Number(isStanding(a)) || b.confidence - a.confidence || compareCodePoints(a.id, b.id),
  )
}

function sayFirst(list: SuggestionDay | undefined, open: readonly Suggestion[]): string {
  if (!list) return ''
  const [first] = inOrder(open)
  return first?.sentence ?? list.why?.sentence ?? suggestionTexts.nothingOpen
}

function LastSweep({ list, today, zone }: { list: SuggestionDay; today: Day; zone: Zone }) {
  const { lastSweep, enabled, intervalMinutes } = list
  const loop = enabled ? `Looks every ${countOf(intervalMinutes, 'minute')}` : 'The loop is off'
  return (
    <p className={classes.sweep}>
      {loop}
      {lastSweep && `, last at ${formatMomentFrom(today, lastSweep.at, zone)} over ${countOf(lastSweep.caps, 'cap')}`}.
      {lastSweep?.wordingFailure && ` ${lastSweep.wordingFailure}`}
    </p>
  )
}

function SweepNow({ isPending, isTold }: { isPending: boolean; isTold: boolean }) {
  const sweep = useSweep()
  const begin = () =>
    sweep.mutate(undefined, {
      onSuccess: () => toastSuccess(isTold ? settingTexts.sweepRequested : suggestionTexts.requestedUntold),
      onError: () => toastError(settingTexts.sweepFailed),
    })
  return (
    <Button size="compact-sm" variant="default" loading={isPending || sweep.isPending} onClick={begin}>
      Look now
    </Button>
  )
}
