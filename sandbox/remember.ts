/** The same function, which computes each value once. */
export function remember<Key, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>()
  return (key) => {
    const found = known.get(key)
    if (found !== undefined) return found
    const value = compute(key)
    known.set(key, value)
    return value
  }
}
