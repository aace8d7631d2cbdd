import type { Call } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'

export interface NamedCall {
  /** As in the table of rights. */
  name: string
  call: Call
}

/** Every call of the API. */
export const ALL_CALLS: readonly NamedCall[] = Object.entries<Record<string, Call>>(calls).flatMap(([feature, group]) =>
  Object.entries(group).map(([name, call]) => ({ name: `${feature}.${name}`, call })),
)

/** The path of a call below the root of the server, with something in place of each parameter. */
export function fillPath(call: Call, valueOf: (parameter: string) => string): string {
  return `/api${call.path.replace(/:(\w+)/g, (_, parameter: string) => encodeURIComponent(valueOf(parameter)))}`
}
