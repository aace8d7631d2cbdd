import type { Instant } from '#domain/kernel/instant.ts'
import { systemClock, type Clock } from '#platform/clock.ts'
import { pause } from '#platform/db/pauses.ts'
import { createConnector } from './client.ts'
import type { Connector } from './connector.ts'
import type { ConnectorConfig, Mapping } from './mapping.ts'
import type { PatientTransport } from './patient.ts'
import { LARGEST_BODY, REQUEST_PATIENCE } from './request.ts'

export const patientTransport: PatientTransport = {
  clock: systemClock,
  patience: REQUEST_PATIENCE,
  largestBody: LARGEST_BODY,
  sleep: pause,
  takeCall: async () => null,
}

/** Takes one of the calls that a source allows, over all processes. If none is free, returns when the next one is. */
export type TakeCall = (connector: string, limit: NonNullable<Mapping['rateLimit']>) => Promise<Instant | null>

/** The configured connectors; empty if no lead API is configured. */
export function createConnectors(
  configs: readonly ConnectorConfig[],
  { clock, allowHttp, takeCall }: { clock: Clock; allowHttp: boolean; takeCall: TakeCall },
): Connector[] {
  return configs.map((config) =>
    createConnector(config, { allowHttp, transport: transportOf(config, { clock, takeCall }) }),
  )
}

/** The transport to a source: patient, and within the source's limits. */
export function transportOf(
  { name, mapping }: ConnectorConfig,
  { clock, takeCall }: { clock: Clock; takeCall: TakeCall },
): PatientTransport {
  const { rateLimit } = mapping
  if (!rateLimit) return { ...patientTransport, clock }
  return { ...patientTransport, clock, takeCall: (share: number) => takeCall(name, takeShare(rateLimit, share)) }
}

function takeShare(limit: NonNullable<Mapping['rateLimit']>, share: number) {
  return { ...limit, calls: Math.max(1, Math.floor(limit.calls * share)) }
}
