import { systemClock } from '#platform/clock.ts'
import type { Config } from '#platform/config.ts'
import { pause } from '#platform/db/pauses.ts'
import type { Connector } from './connector.ts'
import { createGenericConnector } from './generic.ts'
import type { PatientTransport } from './patient.ts'
import { LARGEST_BODY, REQUEST_PATIENCE } from './request.ts'

const PAGE_SIZE = 5_000

export const patientTransport: PatientTransport = {
  clock: systemClock,
  patience: REQUEST_PATIENCE,
  largestBody: LARGEST_BODY,
  sleep: pause,
}

/** The connectors that the environment configures, none where it names no lead API. */
export function createConnectors(config: Pick<Config, 'leadApi' | 'sandbox'>): Connector[] {
  const { leadApi } = config
  if (!leadApi) return []
  return [
    createGenericConnector({
      name: 'main',
      url: leadApi.url,
      token: leadApi.token,
      pageSize: PAGE_SIZE,
      allowHttp: config.sandbox,
      transport: patientTransport,
    }),
  ]
}
