import { Button, Checkbox } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import { flagOf } from '#domain/caps/flag.ts'
import { parseDay, type Day } from '#domain/kernel/day.ts'
import type { PlannedAct } from '#domain/pauses/planned.ts'
import { sayWhen } from '#domain/sentences/cap-plan.ts'
import { formatDayTitle } from '#web/lib/format.ts'
import { useSession } from '#web/lib/session.ts'
import { useFocusAfter } from '#web/ui/focus.ts'
import page from '#web/ui/page.module.css'
import classes from './paste-questions.module.css'
import type { PasteProposal, PasteQuestion } from './read-message.ts'

/** Partners are added in the Control Center, beside what is pasted: it stays as it is. */
const PARTNERS = '/admin?section=advertisers'

interface PasteQuestionsProps {
  questions: readonly PasteQuestion[]
  acts: readonly { act: PlannedAct; chosen: boolean }[]
  proposals: readonly PasteProposal[]
  /** Names of advertisers by id. */
  names: ReadonlyMap<string, string>
  today: Day
  busy: boolean
  onAnswer: (question: PasteQuestion, value: string) => void
  onChoose: (act: PlannedAct, chosen: boolean) => void
  onTake: (proposal: PasteProposal) => void
}

/** What a message says beside its caps: what is open, with its answers; traffic to pause or resume; what a model sees. */
export function PasteQuestions(props: PasteQuestionsProps) {
  const { questions, acts, proposals, names, today, busy, onAnswer, onChoose, onTake } = props
  const session = useSession()
  const isAdmin = session.status === 'authenticated' && session.member.role === 'admin'
  return (
    <div className={classes.all} {...useFocusAfter<HTMLDivElement>()}>
      {questions.length > 0 && (
        <section className={classes.root} aria-label="Questions about the message">
          {questions.map((question) => (
            <div key={question.id} className={page.line}>
              <span className={classes.sentence}>{question.sentence}</span>
              <span className={classes.answers}>
                {question.answers.map(({ value, label }) => (
                  <Button
                    key={value}
                    size="compact-sm"
                    variant="default"
                    disabled={busy}
                    aria-label={`${sayAnswer(label, today)}: ${question.about || question.sentence}`}
                    onClick={() => onAnswer(question, value)}
                  >
                    {sayAnswer(label, today)}
                  </Button>
                ))}
                {question.isName && isAdmin && (
                  <Button
                    component="a"
                    href={PARTNERS}
                    target="_blank"
                    rel="noreferrer"
                    size="compact-sm"
                    variant="subtle"
                    aria-label={`Add a partner: ${question.about}`}
                  >
                    Add a partner…
                  </Button>
                )}
              </span>
            </div>
          ))}
        </section>
      )}
      {acts.length > 0 && (
        <section className={classes.root} aria-label="Traffic to pause or resume">
          {acts.map(({ act, chosen }) => (
            <Checkbox
              key={JSON.stringify(act)}
              size="xs"
              label={sayAct(act, names, today)}
              checked={chosen}
              onChange={(event) => onChoose(act, event.currentTarget.checked)}
            />
          ))}
        </section>
      )}
      {proposals.length > 0 && (
        <section className={classes.root} aria-label="Read by a language model">
          {proposals.map((proposal) => (
            <div key={proposal.quote + sayProposal(proposal, names, today)} className={page.line}>
              <span className={classes.sentence}>
                A language model reads “{proposal.quote}” as <strong>{sayProposal(proposal, names, today)}</strong>
              </span>
              <Button size="compact-sm" variant="default" disabled={busy} onClick={() => onTake(proposal)}>
                {proposal.row ? 'Add this row' : 'Add this pause'}
              </Button>
            </div>
          ))}
        </section>
      )}
    </div>
  )
}

function sayAnswer(label: string, today: Day): string {
  const day = parseDay(label)
  return day === null ? label : formatDayTitle(day, today)
}

function sayAct(act: PlannedAct, names: ReadonlyMap<string, string>, today: Day): string {
  const verb = act.act === 'pause' ? 'Pause' : 'Resume'
  return `${verb} ${sayPlace(act, names)}, ${sayWhen(act, today)}`
}

function sayPlace({ geo, sourceNumber, advertiserId }: PlannedAct, names: ReadonlyMap<string, string>): string {
  const parts = [
    geo === null ? '' : `${flagOf(geo)} ${geo}`.trim(),
    sourceNumber === null ? '' : `#${sourceNumber}`,
    advertiserId === null ? '' : (names.get(advertiserId) ?? advertiserId),
  ]
  return parts.filter((part) => part !== '').join(' · ')
}

function sayProposal({ row, acts }: PasteProposal, names: ReadonlyMap<string, string>, today: Day): string {
  if (!row) return acts.map((act) => sayAct(act, names, today)).join('; ')
  const { geo, cap, sourceNumber, advertiserId, workingHours, cpa, crg, date } = row.cells
  const who = advertiserId === undefined ? undefined : (names.get(advertiserId) ?? advertiserId)
  const source = sourceNumber === undefined ? undefined : `#${sourceNumber}`
  const price = cpa === undefined ? undefined : [`$${cpa}`, ...(crg === undefined ? [] : [crg])].join(' + ')
  return [geo, source, who, cap, workingHours, price, date].filter((part) => part !== undefined).join(' · ')
}
