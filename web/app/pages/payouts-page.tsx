import { getRouteApi } from '@tanstack/react-router'
import type { ReportDeposit } from '#contract/payout-details.ts'
import { payoutTexts } from '#contract/texts/payouts.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { ClosingPanel } from '#web/features/closings/components/closing-panel.tsx'
import { DepositAct } from '#web/features/closings/components/deposit-act.tsx'
import type { RangeMode } from '#web/features/payouts/api.ts'
import { PayoutDesk } from '#web/features/payouts/components/payout-desk.tsx'
import { DepositActsProvider } from '#web/features/payouts/deposit-acts.ts'
import { useSteadyToday } from '#web/ui/use-dialog.ts'
import { rangeOf, readPayoutSearch, type PayoutSearch } from '../payouts/search.ts'
import { ScreenTitle } from '../screen-title.tsx'
import { useAppSettings } from '../settings.ts'
import page from '#web/ui/page.module.css'

const route = getRouteApi('/members/admins/payouts')

/** What affiliates are owed for a range of days, and why. */
export function PayoutsPage() {
  const settings = useAppSettings()
  return <div className={page.page}>{settings && <Payouts zone={settings.zone} zoneLabel={settings.zoneLabel} />}</div>
}

function renderDepositAct(reportId: string, deposit: ReportDeposit) {
  return <DepositAct reportId={reportId} deposit={deposit} />
}

function Payouts({ zone, zoneLabel }: { zone: Zone; zoneLabel: string }) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const range = rangeOf(search, useSteadyToday(zone))
  const change = (next: (before: PayoutSearch) => Record<string, unknown>) =>
    void navigate({ search: (before) => readPayoutSearch(next(before)), resetScroll: false })
  // A custom range begins with the days on the screen, unless one was chosen before.
  const onMode = (mode: RangeMode) =>
    change((before) => {
      const { start, end } = mode === 'custom' && before.start === undefined ? range : before
      return { range: mode, start, end }
    })
  return (
    <>
      <ScreenTitle name="Payout calculations" />
      <header>
        <h1 className={page.title}>Payout calculations</h1>
        <p className={page.about}>
          {payoutTexts.evaluation} Weeks start on Monday; days and times are {zoneLabel}.
        </p>
      </header>
      <DepositActsProvider value={renderDepositAct}>
        <PayoutDesk
          range={range}
          zone={zone}
          renderClosing={({ onShow, ...report }) => (
            <ClosingPanel key={`${range.start} ${range.end}`} report={report} zone={zone} onShow={onShow} />
          )}
          onMode={onMode}
          onRange={({ start, end }) => change(() => ({ range: 'custom', start, end }))}
        />
      </DepositActsProvider>
    </>
  )
}
