import { Button } from '@mantine/core'
import type { Zone } from '#domain/kernel/zone.ts'
import { countOf, formatCount, formatDayRange } from '#domain/sentences/written.ts'
import { messageOf } from '#web/lib/api.ts'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { SampleDeposits, SampleLeads } from '#web/ui/sample-tables.tsx'
import { useFollowLink, useSaveUpload, type UploadChoice, type UploadDraft, type UploadPreview } from '../api.ts'
import page from '#web/ui/page.module.css'
import classes from './uploads-panel.module.css'

interface ShowPreviewProps {
  draft: UploadDraft
  choice: UploadChoice
  preview: UploadPreview
  zone: Zone
  onSaved: () => void
}

/** The effect of saving a file, and the button that saves it. */
export function ShowPreview({ draft, choice, preview, zone, onSaved }: ShowPreviewProps) {
  const save = useSaveUpload(draft._id)
  const follow = useFollowLink(draft._id)
  const error = save.error ?? follow.error
  const usable = draft.rows - preview.badRows
  return (
    <section className={classes.preview} aria-label="Preview">
      <h4 className={classes.subtitle}>What saving does</h4>
      <dl className={classes.counts}>
        <Count label="New" leads={preview.newLeads} deposits={preview.newDeposits} />
        <Count label="Changed" leads={preview.changedLeads} deposits={preview.changedDeposits} />
        <Count label="The same already" leads={preview.sameLeads} deposits={preview.sameDeposits} />
        <div>
          <dt>Cannot be used</dt>
          <dd>{countOf(preview.badRows, 'row')}</dd>
        </div>
      </dl>
      <Notes preview={preview} />
      {preview.bad.length > 0 && <BadRows preview={preview} />}
      {preview.leads.length > 0 && (
        <SampleLeads label="First leads as they are read" rows={preview.leads} zone={zone} />
      )}
      {preview.deposits.length > 0 && (
        <SampleDeposits label="First deposits as they are read" rows={preview.deposits} zone={zone} />
      )}
      {error && <ProblemBox message={messageOf(error)} />}
      <div className={page.acts}>
        {draft.url === null ? (
          <Button
            loading={save.isPending}
            disabled={usable <= 0}
            onClick={() => save.mutate(choice, { onSuccess: onSaved })}
          >
            {sayToSave(preview)}
          </Button>
        ) : (
          <Button
            loading={follow.isPending}
            disabled={usable <= 0}
            onClick={() => follow.mutate(choice, { onSuccess: onSaved })}
          >
            Read it with every sync
          </Button>
        )}
      </div>
    </section>
  )
}

function sayToSave({ newLeads, changedLeads, newDeposits, changedDeposits }: UploadPreview): string {
  const [leads, deposits] = [newLeads + changedLeads, newDeposits + changedDeposits]
  const said = [leads > 0 && countOf(leads, 'lead'), deposits > 0 && countOf(deposits, 'deposit')].filter(Boolean)
  return `Save ${said.join(', ') || 'the file'}`
}

function Count({ label, leads, deposits }: { label: string; leads: number; deposits: number }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {countOf(leads, 'lead')}, {countOf(deposits, 'deposit')}
      </dd>
    </div>
  )
}

function Notes({ preview }: { preview: UploadPreview }) {
  const { overlaps, madeIds, undatedDeposits, newDeposits, repeatedRows, depositsElsewhere, depositsGone } = preview
  const { testLeads, removedLeads, badDeposits } = preview
  const notes = [
    ...(hasNews(preview) ? [] : [{ tone: '', text: 'All rows are stored already. Saving changes nothing.' }]),
    ...overlaps.map(({ connector, advertiserId, days, from, to }) => ({
      tone: 'warn',
      text: `The feed ${connector} has leads of ${advertiserId} on ${countOf(days, 'day')} of this file too, ${formatDayRange({ start: from, end: to })}. Leads that are in both count twice.`,
    })),
    ...(undatedDeposits > 0 && newDeposits > 0
      ? [
          {
            tone: 'warn',
            text: `${countOf(undatedDeposits, 'deposit')} without a date, counted on the day of saving.`,
          },
        ]
      : []),
    ...(badDeposits > 0
      ? [
          {
            tone: 'warn',
            text: `${countOf(badDeposits, 'deposit')} to fix. The leads of these rows are saved.`,
          },
        ]
      : []),
    ...(depositsElsewhere > 0
      ? [
          {
            tone: 'warn',
            text: `${countOf(depositsElsewhere, 'new deposit')} of people with a deposit from another feed. Deposits that are in both count twice.`,
          },
        ]
      : []),
    ...(depositsGone > 0
      ? [
          {
            tone: 'warn',
            text: `${countOf(depositsGone, 'stored deposit')} that the row does not have any more. What is stored stays. Take back the upload that brought it if it was wrong.`,
          },
        ]
      : []),
    ...(madeIds > 0
      ? [
          {
            tone: '',
            text: `${countOf(madeIds, 'row')} without an id: each gets one computed from its values. Saving the same file again changes nothing. A row whose date, geo, source, advertiser or e-mail is corrected counts as a new lead.`,
          },
        ]
      : []),
    ...(repeatedRows > 0
      ? [{ tone: '', text: `${countOf(repeatedRows, 'row')} with the same id as a later row. The later row counts.` }]
      : []),
    ...(testLeads > 0 ? [{ tone: '', text: `${countOf(testLeads, 'test lead')} left out.` }] : []),
    ...(removedLeads > 0
      ? [{ tone: 'warn', text: `Saving removes ${countOf(removedLeads, 'stored lead')}: tests, by this file.` }]
      : []),
  ]
  if (notes.length === 0) return null
  return (
    <ul className={classes.notes}>
      {notes.map(({ tone, text }) => (
        <li key={text} data-tone={tone || undefined}>
          {text}
        </li>
      ))}
    </ul>
  )
}

function hasNews({
  newLeads,
  newDeposits,
  changedLeads,
  changedDeposits,
  sameLeads,
  sameDeposits,
  removedLeads,
}: UploadPreview): boolean {
  return newLeads + newDeposits + changedLeads + changedDeposits + removedLeads > 0 || sameLeads + sameDeposits === 0
}

function BadRows({ preview: { bad, badRows, badDeposits } }: { preview: UploadPreview }) {
  const more = badRows + badDeposits - bad.length
  return (
    <div>
      <p className={classes.bad}>Not saved:</p>
      <ul className={classes.reasons}>
        {bad.map(({ row, reason }) => (
          <li key={`${row} ${reason}`}>
            Row {formatCount(row)}: {reason}
          </li>
        ))}
        {more > 0 && <li>and {formatCount(more)} more</li>}
      </ul>
    </div>
  )
}
