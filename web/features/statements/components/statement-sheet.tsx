import type { ReactNode } from 'react'
import { describeTerms } from '#contract/payout-terms.ts'
import type { Statement } from '#contract/statements.ts'
import { texts } from '#contract/texts.ts'
import { labelOfZone, zoneOf } from '#domain/kernel/zone.ts'
import { formatCount, formatDay, formatMoment, MISSING } from '#web/lib/format.ts'
import classes from './statement.module.css'

const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const formatMoney = (dollars: number | null) => (dollars === null ? MISSING : money.format(dollars))

interface StatementSheetProps {
  statement: Statement
  /** Of the product, above all. */
  title: string
}

/** A statement as it is read and printed. */
export function StatementSheet({ statement, title }: StatementSheetProps) {
  const { affiliateId, affiliateName, start, end, timezone, deals, extraDeposits, terms, closing } = statement
  return (
    <article className={classes.sheet}>
      <header>
        <p className={classes.product}>{title}</p>
        <h1 className={classes.title}>
          Payout statement #{affiliateId} {affiliateName}
        </h1>
        <p className={classes.about}>
          {formatDay(start)} – {formatDay(end)} {end.slice(0, 4)} · days are {labelOfZone(timezone)} · calculated{' '}
          {formatMoment(statement.generatedAt, zoneOf(timezone))}
        </p>
        {(closing === null || closing.state === 'frozen') && (
          <p className={classes.about}>{texts.statements.notApproved}</p>
        )}
        {closing?.paidOn && (
          <p className={classes.paid}>
            Paid on {formatDay(closing.paidOn)} {closing.paidOn.slice(0, 4)} · {closing.paymentReference}
          </p>
        )}
      </header>
      <Sum statement={statement} />
      {deals.length > 0 && (
        <Table
          label="Deals"
          heads={['Date', 'Geo', 'Terms', 'Valid leads', 'Deposits', 'CPA', 'CRG top-up', 'Extras', 'Total']}
        >
          {deals.map((deal) => (
            <tr key={deal.capId}>
              <th scope="row">{formatDay(deal.date)}</th>
              <td>{deal.geo}</td>
              <td>
                {deal.cpa === null ? 'no CPA' : formatMoney(deal.cpa)}
                {deal.crg !== null && ` · ${deal.crg}%`}
              </td>
              <td>{formatCount(deal.validLeads)}</td>
              <td>{formatCount(deal.deposits)}</td>
              <td>{formatMoney(deal.payout.cpaComponent)}</td>
              <td>{formatMoney(deal.payout.crgComponent)}</td>
              <td>{formatMoney(deal.payout.extras)}</td>
              <td>{formatMoney(deal.payout.total)}</td>
            </tr>
          ))}
        </Table>
      )}
      {extraDeposits.length > 0 && (
        <Table label="Deposits out of deal" heads={['Date', 'Geo', 'Deposits', 'Payout']}>
          {extraDeposits.map((extra, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- two brokers may have brought the very same, and no row moves
            <tr key={index}>
              <th scope="row">{formatDay(extra.date)}</th>
              <td>{extra.geo}</td>
              <td>{formatCount(extra.deposits)}</td>
              <td>{formatMoney(extra.payout)}</td>
            </tr>
          ))}
        </Table>
      )}
      <footer className={classes.terms}>{describeTerms(terms).join(' ')}</footer>
    </article>
  )
}

/** From what the report owes to what is paid, line by line. */
function Sum({ statement }: { statement: Statement }) {
  const { cpaComponent, crgComponent, extraPayout, adjustments, due, validLeads, deposits } = statement
  const lines = [
    {
      key: 'cpa',
      name: `CPA of ${formatCount(validLeads)} valid leads and ${formatCount(deposits)} deposits`,
      amount: cpaComponent,
    },
    { key: 'crg', name: 'CRG top-up', amount: crgComponent },
    { key: 'extras', name: 'Extras', amount: extraPayout },
    ...adjustments.map(({ id, reason, amount }) => ({ key: id, name: reason, amount })),
  ]
  return (
    <dl className={classes.sum}>
      {lines.map(({ key, name, amount }) => (
        <div key={key} className={classes.line}>
          <dt>{name}</dt>
          <dd>{formatMoney(amount)}</dd>
        </div>
      ))}
      <div className={classes.line} data-total>
        <dt>{due < 0 ? texts.statements.overpaid : texts.statements.due}</dt>
        <dd>{formatMoney(due)}</dd>
      </div>
    </dl>
  )
}

function Table({ label, heads, children }: { label: string; heads: readonly string[]; children: ReactNode }) {
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
        </table>
      </div>
    </section>
  )
}
