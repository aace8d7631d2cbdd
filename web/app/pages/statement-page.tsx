import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { statementTexts } from '#contract/texts/statements.ts'
import { statementQuery } from '#web/features/statements/api.ts'
import { StatementView } from '#web/features/statements/components/statement-view.tsx'
import { ScreenTitle } from '../screen-title.tsx'
import { DEFAULT_TITLE, useAppSettings } from '../settings.ts'
import classes from './statement-page.module.css'

const route = getRouteApi('/statement/payouts/$reportId/statements/$affiliateId')

/** The statement of an affiliate, by itself: this page is fit for printing. */
export function StatementPage() {
  const { reportId, affiliateId } = route.useParams()
  const title = useAppSettings()?.title ?? DEFAULT_TITLE
  const of = { id: reportId, affiliateId }
  const statement = useQuery(statementQuery(of)).data
  return (
    <main id="content" className={classes.page}>
      <ScreenTitle name={statementTexts.title(`#${affiliateId}`)} />
      <Link
        className={classes.back}
        to="/payouts"
        search={statement ? { range: 'custom', start: statement.start, end: statement.end } : {}}
      >
        Payout calculations
      </Link>
      <StatementView of={of} title={title} />
    </main>
  )
}
