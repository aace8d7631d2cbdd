import { createContext, useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { addDays, type Day } from '#domain/kernel/day.ts'
import { MINUTE, SECOND, type Instant } from '#domain/kernel/instant.ts'
import { DEFAULT_ZONE, zoneOf, type LocalTime, type Zone } from '#domain/kernel/zone.ts'
import { readNow } from './now.ts'

/** Today in the installation's zone, for fields into which days are typed. */
export const TodayContext = createContext<Day>(zoneOf(DEFAULT_ZONE).dayOf(readNow()))

/** Today in a zone, by the browser's clock. It changes at the zone's midnight. */
export function useToday(zone: Zone): Day {
  const subscribe = useCallback((changed: () => void) => watchMidnight(zone, changed), [zone])
  return useSyncExternalStore(subscribe, () => zone.dayOf(readNow()))
}

/** The time, read again every so often. */
export function useNow(everyMs: number): Instant {
  const [now, setNow] = useState(readNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(readNow()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}

/** The wall clock of a zone. It is another object only when it shows another minute. */
export function useLocalTime(zone: Zone): LocalTime {
  const { day, minutes } = zone.localTimeOf(useNow(15 * SECOND))
  return useMemo(() => ({ day, minutes, zone }), [day, minutes, zone])
}

function watchMidnight(zone: Zone, changed: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = () => {
    const now = readNow()
    const midnight = zone.startOf(addDays(zone.dayOf(now), 1))
    // A long timer would run late after the machine slept, so the clock is read at least once a minute.
    timer = setTimeout(check, Math.min(midnight - now, MINUTE))
  }
  const check = () => {
    clearTimeout(timer)
    changed()
    wait()
  }
  const look = () => document.visibilityState === 'visible' && check()
  document.addEventListener('visibilitychange', look)
  wait()
  return () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', look)
  }
}
