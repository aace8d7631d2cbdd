import { Link } from '@tanstack/react-router'
import type { Cap } from '#domain/caps/cap.ts'
import type { FateFilter } from '#domain/leads/search.ts'
import { formatCount } from '#domain/sentences/written.ts'
import type { Why } from '../api.ts'
import { leadsOf } from './lead-links.ts'
import classes from './why.module.css'

interface FateListProps {
  cap: Cap
  fates: Why['fates']
  /** True if the member may see leads. */
  isAdmin: boolean
}

/** The fates of a cap's leads; each lead counts in one line. */
export function FateList({ cap, fates, isAdmin }: FateListProps) {
  const lines: { name: string; leads: number; fate: FateFilter; status?: string }[] = [
    { name: 'Counted', leads: fates.valid, fate: 'valid' },
    ...fates.invalid.map(({ status, leads }) => ({
      name: `Invalid: ${status}`,
      leads,
      fate: 'invalid' as const,
      status,
    })),
    { name: 'Outside hours', leads: fates.outsideWorkingHours, fate: 'outsideWorkingHours' },
    { name: 'During a pause, not paid for', leads: fates.paused, fate: 'paused' },
    { name: 'Over cap', leads: fates.capped, fate: 'capped' },
  ]
  const shown = lines.filter(({ leads, fate }) => leads > 0 || fate === 'valid')
  const most = Math.max(1, ...shown.map(({ leads }) => leads))
  // The leads page has fates under broker caps only; an affiliate cap judges by its own terms.
  const isLinked = isAdmin && cap.kind === 'broker'
  return (
    <dl className={classes.fates}>
      {shown.map(({ name, leads, fate, status }) => (
        <div key={name} className={classes.fate}>
          <dt>{name}</dt>
          <dd className={classes.bar} aria-hidden="true">
            <span data-fate={fate} style={{ width: `${(100 * leads) / most}%` }} />
          </dd>
          <dd className={classes.number}>
            {isLinked && leads > 0 ? (
              <Link to="/leads" search={{ ...leadsOf(cap), fate, ...(status && { status }) }}>
                {formatCount(leads)}
                <span className="visually-hidden"> {name}: see these leads</span>
              </Link>
            ) : (
              formatCount(leads)
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
