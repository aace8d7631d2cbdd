import { writeCap } from '#contract/cap-fields.ts'
import { capTexts } from '#contract/texts/caps.ts'
import type { whyCalls } from '#contract/why.ts'
import type { CapKind } from '#domain/caps/cap.ts'
import { dollarsFromCents, percentFromBasisPoints } from '#domain/kernel/cents.ts'
import { formatInstant, formatOptionalInstant } from '#domain/kernel/instant.ts'
import type { Quantiles } from '#domain/suggestions/forecast.ts'
import type { Member } from '#domain/team/member.ts'
import { answer, problem, type Handlers } from '#platform/http/reply.ts'
import { explainCap, type CapWhy, type WhyDeps } from './service.ts'

export function whyRoutes(deps: WhyDeps): Handlers<typeof whyCalls> {
  const explain = async (kind: CapKind, id: string, member: Member) => {
    const found = await explainCap(deps, kind, id)
    return found.ok ? answer(200, present(found.value, member)) : problem(404, capTexts.notFound)
  }
  return {
    broker: ({ params }, { member }) => explain('broker', params.id, member),
    affiliate: ({ params }, { member }) => explain('affiliate', params.id, member),
  }
}

function present({ outlook, fates, affiliatePrice, owed, ...why }: CapWhy, member: Member) {
  return {
    at: formatInstant(why.at),
    cap: writeCap(why.cap),
    quarters: why.quarters,
    course: why.course,
    outlook: outlook && {
      total: presentQuantiles(outlook.total),
      hitRate: outlook.hitRate,
      points: outlook.points.map(({ minutes, leads }) => ({ minutes, leads: presentQuantiles(leads) })),
      dueSince: outlook.dueSince,
    },
    fates: { ...fates, invalid: Array.from(fates.invalid, ([status, leads]) => ({ status, leads })) },
    whilePaused: why.whilePaused,
    near: why.near,
    lastLeadAt: formatOptionalInstant(why.lastLeadAt),
    source: { ...why.source, lastLeadAt: formatOptionalInstant(why.source.lastLeadAt) },
    syncedAt: formatOptionalInstant(why.syncedAt),
    deposits: why.deposits,
    affiliatePrice: affiliatePrice && {
      cpa: affiliatePrice.cpa && dollarsFromCents(affiliatePrice.cpa),
      crg: affiliatePrice.crg && percentFromBasisPoints(affiliatePrice.crg),
    },
    // Payouts are the matter of admins.
    owed: owed && member.role === 'admin' ? presentOwed(owed) : null,
  }
}

function presentOwed({ cpaComponent, crgComponent, extras, total, unpriced }: NonNullable<CapWhy['owed']>) {
  return {
    cpaComponent: dollarsFromCents(cpaComponent),
    crgComponent: dollarsFromCents(crgComponent),
    extras: dollarsFromCents(extras),
    total: dollarsFromCents(total),
    unpriced,
  }
}

function presentQuantiles({ p10, p50, p90 }: Quantiles): [number, number, number] {
  return [p10, p50, p90]
}
