import type { Instant } from '#domain/kernel/instant.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { MISSING } from '#domain/sentences/written.ts'
import { formatMoment } from '#web/lib/format.ts'
import type { Answer } from '../api.ts'
import { Panel } from './panel.tsx'
import classes from './system-information.module.css'

interface SystemInformationProps {
  answer: Answer
  zone: Zone
  zoneLabel: string
}

export function SystemInformation({ answer, zone, zoneLabel }: SystemInformationProps) {
  const show = (at: Instant | null) => (at === null ? MISSING : formatMoment(at, zone))
  return (
    <Panel title="System Information">
      <dl className={classes.root}>
        <Fact name="Timezone" value={zoneLabel === answer.timezone ? zoneLabel : `${answer.timezone} (${zoneLabel})`} />
        <Fact name="Last Lead" value={show(answer.lastLeadAt)} />
        <Fact name="Last Deposit" value={show(answer.lastDepositAt)} />
      </dl>
    </Panel>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className={classes.name}>{name}</dt>
      <dd className={classes.value}>{value}</dd>
    </div>
  )
}
