import { instantFromMilliseconds, type Instant } from '#domain/kernel/instant.ts'

/** By the browser's clock. By itself, since the first calls need it before React is there. */
export function readNow(): Instant {
  return instantFromMilliseconds(Date.now())
}
