/** Calls the API of the installation in somebody's name; fails on a refusal. */
export type Ask = (method: string, path: string, body?: unknown) => Promise<unknown>

export async function ask(address: string, token: string | null, method: string, path: string, body?: unknown) {
  const response = await fetch(`${address}/api${path}`, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} answers ${response.status}: ${text}`)
  const answer: unknown = text === '' ? null : JSON.parse(text)
  return answer
}

/** What stands at a path of names and places in an answer; undefined where nothing does. */
export function read(value: unknown, ...path: (string | number)[]): unknown {
  return path.reduce<unknown>(
    (at, name) => (typeof at === 'object' && at !== null ? Reflect.get(at, name) : undefined),
    value,
  )
}
