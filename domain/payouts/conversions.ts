import type { PayoutDeposit, PayoutLead } from './rows.ts'

type LeadName = Pick<PayoutLead, 'connector' | 'id'>

/** The conversions of leads. Each lead of a report is looked up, and few are in it: no key is made for that. */
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
