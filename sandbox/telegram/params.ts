/** A call's parameters by name. In JSON bodies they have types; in forms and queries everything is text. */
export type Params = ReadonlyMap<string, unknown>

export function readText(params: Params, name: string): string {
  const value = params.get(name)
  return typeof value === 'string' ? value : typeof value === 'number' ? value.toString() : ''
}

export function readInteger(params: Params, name: string, fallback: number): number {
  const value = Number(readText(params, name) || Number.NaN)
  return Number.isSafeInteger(value) ? value : fallback
}

export function readFlag(params: Params, name: string): boolean {
  const value = params.get(name)
  return value === true || (typeof value === 'string' && /^(?:true|1|yes|t|y)$/i.test(value))
}

/** An object or array: as it is in JSON bodies, as JSON text in forms. Undefined where there is none or it is broken. */
export function readObject(params: Params, name: string): unknown {
  const value = params.get(name)
  if (typeof value !== 'string') return value ?? undefined
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}

export function isGiven(params: Params, name: string): boolean {
  const value = params.get(name)
  return value !== undefined && value !== null && value !== ''
}
