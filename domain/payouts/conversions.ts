import { compareCodePoints } from '#domain/kernel/code-points.ts'
import type { PayoutDeposit, PayoutLead } from './rows.ts'

type LeadName = Pick<PayoutLead, 'connector' | 'id'>

/** Oldest first; at the same instant the smaller id first. */
export function compareByAge(
  a: Pick<PayoutLead, 'createdAt' | 'id' | 'connector'>,
  b: Pick<PayoutLead, 'createdAt' | 'id' | 'connector'>,
): number {
  return a.createdAt - b.createdAt || compareCodePoints(a.id, b.id) || compareCodePoints(a.connector, b.connector)
}

/**
 * Finds the conversion of each lead: the earliest of its deposits (docs/rules.md, Payout report 3). Takes every deposit
 * of these leads, of all time, in any order.
 */
export function findConversions(deposits: readonly PayoutDeposit[]): Conversions {
  const conversions = new Conversions()
  for (const deposit of deposits) {
    if (!deposit.lead) continue
    const first = conversions.of(deposit.lead)
    if (!first || compareByAge(deposit, first) < 0) conversions.add(deposit.lead, deposit)
  }
  return conversions
}

/** The conversions of leads. A lookup builds no key. */
export class Conversions {
  readonly #byConnector = new Map<string, Map<string, PayoutDeposit>>()

  add({ connector, id }: LeadName, deposit: PayoutDeposit): void {
    const byId = this.#byConnector.get(connector) ?? new Map<string, PayoutDeposit>()
    this.#byConnector.set(connector, byId.set(id, deposit))
  }

  of({ connector, id }: LeadName): PayoutDeposit | undefined {
    return this.#byConnector.get(connector)?.get(id)
  }
}

/** The same, by the place of the leads' deal (`formatPlace`), so each lead of a report is looked up among few. */
export class PlacedConversions {
  readonly #byPlace = new Map<string, Conversions>()

  add(place: string, lead: LeadName, deposit: PayoutDeposit): void {
    const conversions = this.#byPlace.get(place) ?? new Conversions()
    conversions.add(lead, deposit)
    this.#byPlace.set(place, conversions)
  }

  at(place: string): (lead: LeadName) => PayoutDeposit | undefined {
    const conversions = this.#byPlace.get(place)
    return (lead) => conversions?.of(lead)
  }
}
