import { useCallback, useState } from 'react'
import type { GeoKey } from '#domain/kernel/identity.ts'

const NONE: ReadonlySet<GeoKey> = new Set()

/** The geos to which somebody did something, such as folding them; `toggle` stays the same function. */
export function useGeoSet() {
  const [geos, setGeos] = useState(NONE)
  const toggle = useCallback(
    (key: GeoKey) =>
      setGeos((before) =>
        before.has(key) ? new Set([...before].filter((other) => other !== key)) : new Set([...before, key]),
      ),
    [],
  )
  return { geos, toggle, set: setGeos }
}
