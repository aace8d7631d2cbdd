import { memo } from 'react'
import type { ShownLead } from '#contract/leads.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import type { LeadColumn, LeadOrder } from '#domain/leads/columns.ts'
import { formatPrice } from '#domain/sentences/written.ts'
import { formatMoment, formatTracking, sayNoEmail } from '#web/lib/format.ts'
import { GeoLabel } from '#web/ui/geo-label.tsx'
import { PlainTable } from '#web/ui/plain-table.tsx'
import { COLUMN_WORDS } from './column-words.ts'
import classes from './lead-table.module.css'

interface LeadTableProps {
  leads: readonly ShownLead[]
  zone: Zone
  columns: readonly LeadColumn[]
  order: LeadOrder | null
  onSort: (column: LeadColumn) => void
  onOpen: (lead: ShownLead) => void
}

/** Leads as a table, in the server's order; on a phone each is a card. */
export function LeadTable({ leads, zone, columns, order, onSort, onOpen }: LeadTableProps) {
  const headings = columns.map((column) => ({
    label: COLUMN_WORDS[column],
    sorted: directionOf(order, column),
    onSort: () => onSort(column),
  }))
  return (
    <PlainTable label="Leads" headings={headings} className={classes.table}>
      {leads.map((lead) => (
        <Lead key={`${lead.connector} ${lead.id}`} lead={lead} zone={zone} columns={columns} onOpen={onOpen} />
      ))}
    </PlainTable>
  )
}

function directionOf(order: LeadOrder | null, column: LeadColumn): 'ascending' | 'descending' | null {
  if (order === null) return column === 'created' ? 'descending' : null
  if (order.column !== column) return null
  return order.descending ? 'descending' : 'ascending'
}

const Lead = memo(function Lead({
  lead,
  zone,
  columns,
  onOpen,
}: Pick<LeadTableProps, 'zone' | 'columns' | 'onOpen'> & { lead: ShownLead }) {
  return (
    // Selecting an e-mail to copy it opens nothing.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- keys press the button in its first cell
    <tr data-pressable onClick={() => getSelection()?.isCollapsed !== false && onOpen(lead)}>
      {columns.map((column, at) => (
        <td key={column} data-label={COLUMN_WORDS[column]} className={CELL_CLASSES[column]}>
          {at === 0 ? (
            <button type="button" className={classes.open}>
              <span className="visually-hidden">Open lead {lead.id}: </span>
              <Cell lead={lead} zone={zone} column={column} />
            </button>
          ) : (
            <Cell lead={lead} zone={zone} column={column} />
          )}
        </td>
      ))}
    </tr>
  )
})

const CELL_CLASSES: Partial<Record<LeadColumn, string | undefined>> = {
  created: classes.time,
  lead: classes.lead,
  system: classes.dim,
}

function Cell({ lead, zone, column }: { lead: ShownLead; zone: Zone; column: LeadColumn }) {
  switch (column) {
    case 'created':
      return <time>{formatMoment(lead.createdAt, zone)}</time>
    case 'lead':
      return <Person lead={lead} />
    case 'geo':
      return <GeoLabel geo={lead.geo} />
    case 'source':
      return <Named id={`#${lead.sourceNumber}`} name={lead.sourceName} />
    case 'broker':
      return <Named id={lead.advertiserId} name={lead.advertiserName} />
    case 'status':
      return (
        <>
          {lead.status ?? <span className={classes.dim}>none</span>}
          {lead.invalid && <span className={classes.invalid}>invalid</span>}
          {lead.paused && <span className={classes.paused}>while paused</span>}
        </>
      )
    case 'cap':
      return (
        <span className={lead.planned ? classes.planned : classes.unplanned}>
          {lead.planned ? 'planned' : 'no cap'}
        </span>
      )
    case 'deposit':
      return <Deposit lead={lead} zone={zone} />
    case 'system':
      return lead.connector
  }
}

function Person({ lead }: { lead: ShownLead }) {
  return (
    <>
      {lead.email === null ? <span className={classes.dim}>{sayNoEmail(lead)}</span> : <Email address={lead.email} />}
      <span className={classes.second}>{lead.id}</span>
      <Tracked tracking={lead.tracking} />
    </>
  )
}

function Deposit({ lead, zone }: { lead: ShownLead; zone: Zone }) {
  const [deposit, ...further] = lead.deposits
  if (!deposit) return <span className={classes.dim}>–</span>
  return (
    <>
      <span className={classes.paid}>
        {deposit.payout === null ? 'not reported' : formatPrice(deposit.payout)}
        {further.length > 0 && <span className={classes.dim}> +{further.length}</span>}
      </span>
      <span className={classes.second}>
        {formatMoment(deposit.createdAt, zone)}
        {deposit.estimated && ', first seen'}
      </span>
    </>
  )
}

/** The tracker's fields, each with its name: partners reconcile by them. */
function Tracked({ tracking }: Pick<ShownLead, 'tracking'>) {
  return tracking && <span className={classes.second}>{formatTracking(tracking)}</span>
}

/** A long address breaks at its `@`. */
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
