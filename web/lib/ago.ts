import { MINUTE, type Instant } from '#domain/kernel/instant.ts'

export function minutesSince(instant: Instant, now: Instant): number {
  return Math.max(0, Math.floor((now - instant) / MINUTE))
}

/** `just now`, `2 min ago`, `3 h ago`, `2 days ago` */
export function ago(minutes: number): string {
  if (minutes < 1) return 'just now'
  if (minutes < 60) return `${minutes} min ago`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `${hours} h ago` : `${Math.floor(hours / 24)} days ago`
}
