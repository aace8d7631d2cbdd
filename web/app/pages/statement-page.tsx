import { getRouteApi, Link } from '@tanstack/react-router'
import { StatementView } from '#web/features/statements/components/statement-view.tsx'
import { DEFAULT_TITLE, useAppSettings } from '../settings.ts'
import classes from './statement-page.module.css'

const route = getRouteApi('/statement/payouts/$reportId/statements/$affiliateId')

/** The statement of an affiliate, by itself: this page is fit for printing. */
export function StatementPage() {
  const { reportId, affiliateId } = route.useParams()
  const title = useAppSettings()?.title ?? DEFAULT_TITLE
  return (
    <main id="content" className={classes.page}>
      <title>{`Payout statement #${affiliateId} · ${title}`}</title>
      <Link className={classes.back} to="/payouts">
        Payout calculations
      </Link>
      <StatementView of={{ id: reportId, affiliateId }} title={title} />
    </main>
  )
}
