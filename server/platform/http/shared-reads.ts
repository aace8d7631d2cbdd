/**
 * Reads by key, for callers whose answers are alike. Who asks while such a read runs shares the next one with all the
 * others who wait: it begins after each of them asked, so that nobody gets what was read before. A read that fails fails
 * for all of them.
 */
export function shareReads<Value>(): (key: string, read: () => Promise<Value>) => Promise<Value> {
  const running = new Map<string, { ended: Promise<void>; next: Promise<Value> | null }>()

  function start(key: string, read: () => Promise<Value>): Promise<Value> {
    const value = read()
    const ended = value.then(
      () => undefined,
      () => undefined,
    )
    const entry = { ended, next: null }
    running.set(key, entry)
    void ended.then(() => {
      if (entry.next === null) running.delete(key)
    })
    return value
  }

  return (key, read) => {
    const before = running.get(key)
    if (!before) return start(key, read)
    before.next ??= before.ended.then(() => start(key, read))
    return before.next
  }
}
