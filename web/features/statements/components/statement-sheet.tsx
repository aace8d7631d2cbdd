import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { describeTerms, payoutTexts } from '#contract/texts/payouts.ts'
import type { Statement } from '#contract/statements.ts'
import { statementTexts } from '#contract/texts/statements.ts'
import { labelOfZone, zoneOf } from '#domain/kernel/zone.ts'
import { isApproved } from '#domain/payouts/closing.ts'
import { formatCount, formatDayName, formatDayRange } from '#domain/sentences/written.ts'
import { addDollars, formatDay, formatExact, formatMoment } from '#web/lib/format.ts'
import classes from './statement.module.css'

const words = statementTexts

interface StatementSheetProps {
  statement: Statement
  /** Of the product, above all. */
  title: string
}

const HEADS = ['Date', 'Geo', 'Terms', 'Valid leads', 'Deposits', 'CPA', 'CRG top-up', 'Extras', 'Total']

/** A statement as it is read and printed. */
export function StatementSheet({ statement, title }: StatementSheetProps) {
  const { affiliateId, affiliateName, timezone, deals, extraDeposits, terms, closing, due } = statement
  const hasPaused = deals.some(({ paused }) => paused > 0)
  return (
    <article className={classes.sheet}>
      <header>
        <p className={classes.product}>{title}</p>
        <h1 className={classes.title}>
          {words.title(`#${affiliateId}`)} {affiliateName}
        </h1>
        <p className={classes.about}>
          {formatDayRange(statement)} · days are {labelOfZone(timezone)} · calculated{' '}
          {formatMoment(statement.generatedAt, zoneOf(timezone))}
        </p>
        <Doubt statement={statement} />
        {closing?.paidOn && due > 0 && (
          <p className={classes.paid}>
            Paid on {formatDayName(closing.paidOn)} · {closing.paymentReference}
          </p>
        )}
      </header>
      <section>
        {/* Some of the deposits are paid under the extras. */}
        <p className={classes.counts}>
          {words.leads(formatCount(statement.validLeads), formatCount(statement.deposits))}
        </p>
        <Sum statement={statement} />
      </section>
      {deals.length > 0 && (
        <Table
          label="Deals"
          heads={hasPaused ? HEADS.toSpliced(4, 0, 'While paused') : HEADS}
          totals={[
            null,
            null,
            formatCount(sum(deals.map(({ validLeads }) => validLeads))),
            ...(hasPaused ? [formatCount(sum(deals.map(({ paused }) => paused)))] : []),
            formatCount(sum(deals.map(({ deposits }) => deposits))),
            formatExact(addDollars(deals.map(({ payout }) => payout.cpaComponent))),
            formatExact(addDollars(deals.map(({ payout }) => payout.crgComponent))),
            formatExact(addDollars(deals.map(({ payout }) => payout.extras))),
            formatExact(addDollars(deals.map(({ payout }) => payout.total))),
          ]}
        >
          {deals.map((deal) => (
            <tr key={deal.capId}>
              <th scope="row">{formatDay(deal.date)}</th>
              <td>{deal.geo}</td>
              <td>
                {deal.cpa === null ? 'no CPA' : formatExact(deal.cpa)}
                {deal.crg !== null && ` · ${deal.crg}%`}
              </td>
              <td>{formatCount(deal.validLeads)}</td>
              {hasPaused && <td>{formatCount(deal.paused)}</td>}
              <td>{formatCount(deal.deposits)}</td>
              <td>{formatExact(deal.payout.cpaComponent)}</td>
              <td>{formatExact(deal.payout.crgComponent)}</td>
              <td>{formatExact(deal.payout.extras)}</td>
              <td>{formatExact(deal.payout.total)}</td>
            </tr>
          ))}
        </Table>
      )}
      {extraDeposits.length > 0 && (
        <Table
          label="Deposits out of deal"
          heads={['Date', 'Geo', 'Deposits', 'Payout']}
          totals={[
            null,
            formatCount(sum(extraDeposits.map(({ deposits }) => deposits))),
            formatExact(addDollars(extraDeposits.map(({ payout }) => payout))),
          ]}
        >
          {extraDeposits.map((extra, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- two brokers may have brought the very same, and no row moves
            <tr key={index}>
              <th scope="row">{formatDay(extra.date)}</th>
              <td>{extra.geo || payoutTexts.unknown.geo}</td>
              <td>{formatCount(extra.deposits)}</td>
              <td>{formatExact(extra.payout)}</td>
            </tr>
          ))}
        </Table>
      )}
      <footer className={classes.terms}>{describeTerms(terms).join(' ')}</footer>
    </article>
  )
}

/** Why this may not be what is paid. */
function Doubt({ statement }: { statement: Statement }) {
  const { closing, closedOtherwise, newer, affiliateId, start, end } = statement
  const other = closedOtherwise ?? newer
  if (!other) return isApproved(closing) ? null : <p className={classes.about}>{words.notApproved}</p>
  const isOfTheseDays = !closedOtherwise || (closedOtherwise.start === start && closedOtherwise.end === end)
  return (
    <p className={classes.doubt}>
      {closedOtherwise ? words.closedOtherwise(formatDayRange(closedOtherwise)) : words.newer}{' '}
      {isOfTheseDays && other.knowsAffiliate && (
        <Link to="/payouts/$reportId/statements/$affiliateId" params={{ reportId: other.reportId, affiliateId }}>
          {closedOtherwise ? 'Open the paid calculation' : 'Open the newest calculation'}
        </Link>
      )}
    </p>
  )
}

/** From what the report owes to what is paid, line by line. */
function Sum({ statement }: { statement: Statement }) {
  const { cpaComponent, crgComponent, extraPayout, adjustments, due } = statement
  const lines = [
    { key: 'cpa', name: words.cpa, amount: cpaComponent },
    { key: 'crg', name: words.topUp, amount: crgComponent },
    { key: 'extras', name: words.extras, amount: extraPayout },
    ...adjustments.map(({ id, reason, amount }) => ({ key: id, name: reason, amount })),
  ]
  return (
    <dl className={classes.sum}>
      {lines.map(({ key, name, amount }) => (
        <div key={key} className={classes.line}>
          <dt>{name}</dt>
          <dd>{formatExact(amount)}</dd>
        </div>
      ))}
      <div className={classes.line} data-total>
        <dt>{words.nameDue(statement)}</dt>
        <dd>{formatExact(due)}</dd>
      </div>
    </dl>
  )
}

function sum(counts: readonly number[]): number {
  return counts.reduce((all, count) => all + count, 0)
}

interface TableProps {
  label: string
  heads: readonly string[]
  /** Of all columns but the first; null where there is nothing to add up. */
  totals: readonly (string | null)[]
  children: ReactNode
}

function Table({ label, heads, totals, children }: TableProps) {
  return (
    <section>
      <h2 className={classes.heading}>{label}</h2>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, also by keys */}
      <div className={classes.scroll} tabIndex={0} role="region" aria-label={label}>
        <table className={classes.table}>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{children}</tbody>
          <tfoot>
            <tr>
              <th scope="row">Total</th>
              {totals.map((total, at) => (
                <td key={heads[at + 1]}>{total}</td>
              ))}
            </tr>
          </tfoot>
        </table>
      </div>
    </section>
  )
}
