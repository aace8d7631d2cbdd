import { z } from 'zod'
import type { Instant } from '#domain/kernel/instant.ts'
import { parseJson } from '#sandbox/json.ts'
import { FaultRule, type FaultRuleInput, type Faults } from './faults.ts'
import { answerJson, type PlainAnswer } from './shape.ts'

export const CONTROL_PREFIX = '/__sandbox/'

/** A request as the stand-in saw it, and what it made of it. */
interface SeenRequest {
  at: Instant
  method: string
  path: string
  query: Record<string, string>
  status: number
  rows: number
  fault: FaultRule['kind'] | null
}

/** The strings behind the stage. The same is offered over HTTP under `/__sandbox/faults` and `/__sandbox/requests`. */
export interface LeadApiControl {
  addFault(rule: FaultRuleInput): void
  clearFaults(): void
  faults(): FaultRule[]
  /** The last requests, oldest first. */
  requests(): readonly SeenRequest[]
  forgetRequests(): void
}

const KEPT_REQUESTS = 10_000

export interface Control extends LeadApiControl {
  record(request: SeenRequest): void
}

export function createControl(faults: Faults): Control {
  let seen: SeenRequest[] = []
  return {
    addFault: (rule) => faults.add(FaultRule.parse(rule)),
    clearFaults: () => faults.clear(),
    faults: () => faults.list(),
    requests: () => seen,
    forgetRequests: () => void (seen = []),
    record(request) {
      if (seen.length >= 2 * KEPT_REQUESTS) seen = seen.slice(-KEPT_REQUESTS)
      seen.push(request)
    },
  }
}

const FaultRules = z.union([FaultRule, z.array(FaultRule)])

/** Answers a request to the control paths. */
export function answerControl(
  control: LeadApiControl,
  request: { method: string; path: string; body: string },
): PlainAnswer {
  switch (`${request.method} ${request.path.slice(CONTROL_PREFIX.length)}`) {
    case 'GET faults':
      return answerJson(null, 200, { data: control.faults() })
    case 'POST faults':
      return addFaults(control, request.body)
    case 'DELETE faults':
      control.clearFaults()
      return answerJson(null, 200, { data: [] })
    case 'GET requests':
      return answerJson(null, 200, { data: control.requests() })
    case 'DELETE requests':
      control.forgetRequests()
      return answerJson(null, 200, { data: [] })
    default:
      return answerJson(null, 404, { error: 'There are faults and requests here, nothing else.' })
  }
}

function addFaults(control: LeadApiControl, body: string): PlainAnswer {
  const rules = FaultRules.safeParse(parseJson(body))
  if (!rules.success) return answerJson(null, 400, { error: z.prettifyError(rules.error) })
  for (const rule of [rules.data].flat()) control.addFault(rule)
  return answerJson(null, 201, { data: control.faults() })
}
