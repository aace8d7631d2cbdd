import { payoutTexts } from '#contract/texts/payouts.ts'
import { nameSource } from '#domain/sentences/cap-lines.ts'

const { unknown } = payoutTexts

interface Place {
  geo: string
  sourceNumber: string
  advertiserId: string
  advertiserName: string | null
}

/** What people call the place of a row out of deal, of which any part may be unknown. */
export function nameParts({ geo, sourceNumber, advertiserId, advertiserName }: Place) {
  return {
    geo: geo || unknown.geo,
    source: nameSource(sourceNumber, 'no source'),
    broker: advertiserName ?? (advertiserId || unknown.broker),
  }
}
