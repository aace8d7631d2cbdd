import { instantFromMilliseconds, type Instant } from '#domain/kernel/instant.ts'

/** The current instant by the browser's clock. A separate file, because the first calls need it before React. */
export function readNow(): Instant {
  return instantFromMilliseconds(Date.now())
}
