import { memo } from 'react'
import type { ShownLead } from '#contract/leads.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { formatDollars, formatMoment, formatTracking } from '#web/lib/format.ts'
import { GeoLabel } from '#web/ui/geo-label.tsx'
import { PlainTable } from '#web/ui/plain-table.tsx'
import classes from './lead-table.module.css'

const HEADINGS = ['Created', 'Lead', 'Geo', 'Source', 'Broker', 'Status', 'Cap', 'Deposit', 'System']

/** Leads as a table, newest first; on a phone each is a card. */
export function LeadTable({ leads, zone }: { leads: readonly ShownLead[]; zone: Zone }) {
  return (
    <PlainTable label="Leads" headings={HEADINGS} className={classes.table}>
      {leads.map((lead) => (
        <Lead key={`${lead.connector} ${lead.id}`} lead={lead} zone={zone} />
      ))}
    </PlainTable>
  )
}

const Lead = memo(function Lead({ lead, zone }: { lead: ShownLead; zone: Zone }) {
  const [deposit, ...further] = lead.deposits
  return (
    <tr>
      <td data-label="Created" className={classes.time}>
        <time>{formatMoment(lead.createdAt, zone)}</time>
      </td>
      <td data-label="Lead" className={classes.lead}>
        {lead.email === null ? (
          <span className={classes.dim}>{lead.forgotten ? 'e-mail forgotten' : 'no e-mail'}</span>
        ) : (
          <Email address={lead.email} />
        )}
        <span className={classes.second}>{lead.id}</span>
        <Tracked tracking={lead.tracking} />
      </td>
      <td data-label="Geo">
        <GeoLabel geo={lead.geo} />
      </td>
      <td data-label="Source">
        <Named id={`#${lead.sourceNumber}`} name={lead.sourceName} />
      </td>
      <td data-label="Broker">
        <Named id={lead.advertiserId} name={lead.advertiserName} />
      </td>
      <td data-label="Status">
        {lead.status ?? <span className={classes.dim}>none</span>}
        {lead.invalid && <span className={classes.invalid}>invalid</span>}
        {lead.paused && <span className={classes.paused}>while paused</span>}
      </td>
      <td data-label="Cap">
        {lead.planned ? (
          <span className={classes.planned}>planned</span>
        ) : (
          <span className={classes.unplanned}>no cap</span>
        )}
      </td>
      <td data-label="Deposit">
        {deposit ? (
          <>
            <span className={classes.paid}>
              {deposit.payout === null ? 'not reported' : formatDollars(deposit.payout)}
              {further.length > 0 && <span className={classes.dim}> +{further.length}</span>}
            </span>
            <span className={classes.second}>
              {formatMoment(deposit.createdAt, zone)}
              {deposit.estimated && ', first seen'}
            </span>
          </>
        ) : (
          <span className={classes.dim}>–</span>
        )}
      </td>
      <td data-label="System" className={classes.dim}>
        {lead.connector}
      </td>
    </tr>
  )
})

/** What the tracker noted, each with its name: a reconciliation with a partner goes by these. */
function Tracked({ tracking }: Pick<ShownLead, 'tracking'>) {
  return tracking && <span className={classes.second}>{formatTracking(tracking)}</span>
}

/** One that is too long for its column goes on at its `@`. */
function Email({ address }: { address: string }) {
  const at = address.lastIndexOf('@')
  return (
    <span>
      {address.slice(0, Math.max(0, at))}
      <wbr />
      {address.slice(Math.max(0, at))}
    </span>
  )
}

function Named({ id, name }: { id: string; name: string | null }) {
  return (
    <>
      {name ?? id}
      {name !== null && name !== id && <span className={classes.second}>{id}</span>}
    </>
  )
}
