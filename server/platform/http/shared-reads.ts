/**
 * Shares reads by key among callers with the same answer. A caller who comes while a read runs shares the next one with
 * all others who wait. It begins after each of their calls, so nobody gets older data. A failed read fails for all of
 * them.
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
