import { Button } from '@mantine/core'
import type { Suggestion } from '#contract/suggestion-days.ts'
import type { Day } from '#domain/kernel/day.ts'
import type { Instant } from '#domain/kernel/instant.ts'
import { PAUSE_LABEL } from '#domain/sentences/suggestion.ts'
import type { SuggestionAct } from '#domain/sentences/sweep.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { countOf, formatPrice } from '#domain/sentences/written.ts'
import { messageOf } from '#web/lib/api.ts'
import { formatMomentFrom } from '#web/lib/format.ts'
import { isAnswered } from '#web/lib/use-once.ts'
import { useDecide } from '../api.ts'
import { Evidence } from './evidence.tsx'
import classes from './suggestion-card.module.css'

interface SuggestionCardProps {
  suggestion: Suggestion
  today: Day
  zone: Zone
  canEdit: boolean
}

export function SuggestionCard({ suggestion, today, zone, canEdit }: SuggestionCardProps) {
  const decide = useDecide(today)
  const { state, fits, sentence, outcome } = suggestion
  const waits = state === 'open' && fits
  return (
    <article className={classes.card} data-waits={waits || undefined}>
      <div className={classes.words}>
        <p className={classes.sentence}>{sentence}</p>
        <p className={classes.facts}>{describeFacts(suggestion, today, zone)}</p>
        {outcome && <p className={classes.facts}>{outcome.sentence}</p>}
        {/* Where no answer came, but the decision did, it is said above. */}
        {decide.error && (isAnswered(decide.error) || decide.variables.suggestion.state === state) && (
          <p className={classes.problem} role="alert">
            {messageOf(decide.error)}
          </p>
        )}
      </div>
      <Evidence evidence={suggestion.evidence} kind={suggestion.kind} />
      {canEdit && (
        <Decide
          suggestion={suggestion}
          busy={decide.isPending ? decide.variables.act : null}
          onDecide={(act) => decide.mutate({ suggestion, act })}
        />
      )}
    </article>
  )
}

interface DecideProps {
  suggestion: Suggestion
  /** The decision that is being saved. */
  busy: SuggestionAct | null
  onDecide: (act: SuggestionAct) => void
}

function Decide({ suggestion: { state, fits, applyLabel, canPause, sentence }, busy, onDecide }: DecideProps) {
  const buttonOf = (act: SuggestionAct, label: string, variant: 'filled' | 'default') => (
    <Button
      // The next action is another button: its key tells the list that the focus moves on.
      key={act}
      size="compact-sm"
      variant={variant}
      loading={busy === act}
      disabled={busy !== null && busy !== act}
      aria-description={sentence}
      onClick={() => onDecide(act)}
    >
      {label}
    </Button>
  )
  if (state === 'open' && fits) {
    return (
      <div className={classes.buttons}>
        {buttonOf('apply', applyLabel, 'filled')}
        {canPause && buttonOf('pause', PAUSE_LABEL, 'default')}
        {buttonOf('dismiss', 'Dismiss', 'default')}
      </div>
    )
  }
  if (state === 'applied' || state === 'dismissed') {
    return <div className={classes.buttons}>{buttonOf('undo', 'Undo', 'default')}</div>
  }
  return <div className={classes.buttons} />
}

/** `97% sure · $340 · 12:05`, and its result. */
function describeFacts(suggestion: Suggestion, today: Day, zone: Zone): string {
  const timeOf = (at: Instant) => formatMomentFrom(today, at, zone)
  const { confidence, gain, suggestedAt, state, fits, decision } = suggestion
  const sure = `${Math.min(99, Math.floor(confidence * 100))}% sure`
  const worth = gain.cents !== null && gain.cents > 0 ? formatPrice(gain.cents) : null
  const became =
    state === 'open'
      ? fits
        ? null
        : 'Outdated: a cap, a pause or a limit was changed, more leads came in, or the day is over'
      : decision && `${STATES[state]} by ${decision.by} at ${timeOf(decision.at)}`
  return [sure, describeGain(suggestion), worth, `suggested at ${timeOf(suggestedAt)}`, became]
    .filter(Boolean)
    .join(' · ')
}

/** `12 leads`, or deposits for a conversion rate; null for hours without leads, which gain nothing. */
function describeGain({ kind, gain }: Suggestion): string | null {
  if (gain.leads === 0 || kind === 'idle-hours') return null
  return countOf(gain.leads, kind === 'conversion' ? 'deposit' : 'lead')
}

const STATES = { applied: 'Applied', dismissed: 'Dismissed', undone: 'Undone' } as const
