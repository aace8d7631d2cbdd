import type { PayoutDeposit, PayoutLead } from './rows.ts'

type LeadName = Pick<PayoutLead, 'connector' | 'id'>

/** The conversions of leads. No key is made for looking one up. */
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

/** The same by the place of the leads' deal (`formatPlace`): each lead of a report is looked up, among few. */
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
