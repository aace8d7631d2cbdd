import type { AffiliateCapWire, affiliateCapCalls } from '#contract/affiliate-caps.ts'
import { fillAffiliateCap, fillBrokerCap } from '#contract/cap-draft.ts'
import type { BrokerCapWire, capCalls } from '#contract/caps.ts'
import type { AnyCap } from '#domain/caps/cap.ts'
import { dollarsFromCents, percentFromBasisPoints } from '#domain/kernel/cents.ts'
import type { Handlers } from '#platform/http/reply.ts'
import { handlersOfKind } from './kind-routes.ts'
import type { CapDeps } from './service.ts'

export function capRoutes(deps: CapDeps): Handlers<typeof capCalls> {
  return handlersOfKind(deps, { kind: 'broker', present: presentBrokerCap, read: fillBrokerCap })
}

export function affiliateCapRoutes(deps: CapDeps): Handlers<typeof affiliateCapCalls> {
  return handlersOfKind(deps, { kind: 'affiliate', present: presentAffiliateCap, read: fillAffiliateCap })
}

function presentBrokerCap(cap: AnyCap): BrokerCapWire {
  if (cap.advertiserId === null) throw new Error(`the broker cap ${cap._id} has no advertiser`)
  return { ...presentAffiliateCap(cap), advertiserId: cap.advertiserId, advertiserName: cap.advertiserName }
}

function presentAffiliateCap(cap: AnyCap): AffiliateCapWire {
  return {
    _id: cap._id,
    date: cap.date,
    geo: cap.geo,
    cap: cap.cap,
    sourceNumber: cap.sourceNumber,
    workingHours: cap.workingHours,
    cpa: cap.cpa === null ? null : dollarsFromCents(cap.cpa),
    crg: cap.crg === null ? null : percentFromBasisPoints(cap.crg),
    alwaysOn: cap.alwaysOn,
    actualCount: cap.actualCount,
    createdBy: cap.createdBy,
    version: cap.version,
  }
}
