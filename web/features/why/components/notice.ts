import type { Pace } from '#domain/caps/pace.ts'
import type { Instant } from '#domain/kernel/instant.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { countOf, formatCount, formatTime } from '#web/lib/format.ts'
import type { Why } from '../api.ts'

/** Leads that are due before silence is worth a word. */
const WORTH_TELLING = 3
/** Of the leads that came, the share whose loss is worth one. */
const LOSS = 0.2

/** What strikes first of a cap of today, in sentences; none where nothing does. */
export function noticeOf({ cap, fates, lastLeadAt, outlook, source, near }: Why, zone: Zone, pace: Pace): string[] {
  const isOfDay = (instant: Instant | null) => instant !== null && zone.dayOf(instant) === cap.date
  const name = `#${cap.sourceNumber}`
  const due = outlook?.dueSince ?? 0
  const sentences: string[] = []
  if (pace === 'no-leads') {
    sentences.push(
      source.leads === 0
        ? `${name} has sent nothing to anyone on this day.`
        : `Nothing came for this cap; ${name} sent ${countOf(source.leads, 'lead')} elsewhere.`,
    )
  } else if (lastLeadAt !== null && isOfDay(lastLeadAt) && due >= WORTH_TELLING) {
    sentences.push(
      `Nothing since ${formatTime(lastLeadAt, zone)}; about ${formatCount(due)} leads were due since then.`,
    )
    const goesOn = source.lastLeadAt !== null && source.lastLeadAt > lastLeadAt
    sentences.push(
      goesOn
        ? `${name} still sends elsewhere: its last lead came at ${formatTime(source.lastLeadAt ?? lastLeadAt, zone)}.`
        : `${name} sends nothing anywhere else.`,
    )
  }
  const lost = cap.actualCount - fates.valid
  if (lost >= 2 && lost > cap.actualCount * LOSS) {
    sentences.push(`${formatCount(lost)} of ${countOf(cap.actualCount, 'lead')} do not count.`)
  }
  const elsewhere = cap.kind === 'broker' ? near.sameSource.reduce((sum, { leads }) => sum + leads, 0) : 0
  if (elsewhere > cap.actualCount && pace !== 'full') {
    sentences.push(`${name} sent more to other brokers of ${cap.geo}: ${countOf(elsewhere, 'lead')}.`)
  }
  return sentences
}
