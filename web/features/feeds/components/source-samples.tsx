import type { Answered } from '#contract/call.ts'
import type { ConnectorSample, feedTestCalls } from '#contract/feed-test.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { SampleDeposits, SampleLeads } from '#web/ui/sample-tables.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import classes from './source-samples.module.css'

interface SourceSamplesProps {
  outcome: Answered<typeof feedTestCalls.test>
  zone: Zone
  onClosed: () => void
}

/** The first rows of each source as they are read, from a test. */
export function SourceSamples({ outcome, zone, onClosed }: SourceSamplesProps) {
  const dialog = useDialog(onClosed)
  return (
    <Dialog title="Test of the lead API" size={860} dialog={dialog} onCloseAsked={dialog.close}>
      {outcome.connectors.length === 0 && <ProblemBox message={outcome.message} />}
      {outcome.connectors.map((sample) => (
        <Sample key={sample.connector} sample={sample} zone={zone} />
      ))}
    </Dialog>
  )
}

function Sample({ sample, zone }: { sample: ConnectorSample; zone: Zone }) {
  const { connector, ok, message, leads, deposits, badRows } = sample
  return (
    <section className={classes.source} aria-label={connector}>
      <h3 className={classes.name}>{connector}</h3>
      {ok ? <p className={classes.works}>{message}</p> : <ProblemBox message={message} />}
      {leads.length > 0 && <SampleLeads label={`First leads of ${connector}`} rows={leads} zone={zone} />}
      {deposits.length > 0 && <SampleDeposits label={`First deposits of ${connector}`} rows={deposits} zone={zone} />}
      {badRows.length > 0 && (
        <>
          <p className={classes.bad}>Rows that cannot be used:</p>
          <ul className={classes.rows}>
            {badRows.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
