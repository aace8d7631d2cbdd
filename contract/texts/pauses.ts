import type { PauseRefusal } from '#domain/pauses/edits.ts'
import { callTexts } from './calls.ts'

export const pauseTexts = {
  mayNotPause: callTexts.viewersReadOnly,
  noScope: 'Name a geo, an advertiser or a source to pause.',
  twice: 'This is listed above already.',
  began: 'A pause must begin now or later.',
  endsFirst: 'The end must be later than the beginning, and later than now.',
  unknownAdvertiser: (id: string) => `No advertiser has the ID ${id}.`,
  instant: 'Write a time such as 2026-11-21T14:00:00Z, or null.',
  scopes: 'Name what to pause. At most 500 at once.',
  ids: 'Name the pauses to end. At most 500 at once.',
  geo: 'A geo has 2 to 16 characters.',
  source: 'A source has at most 64 characters.',
  advertiser: 'An advertiser ID has at most 64 characters.',
  reason: 'The reason must be quality, budget, technical, partner or other.',
  keeps: 'A running pause can keep its reason and its note.',
  note: (most: number) => `A note has at most ${most} characters.`,
  date: 'Choose a day, such as 2026-11-21.',
  act: 'The act must be pause or resume.',
  notFound: 'This change of pauses does not exist.',
  over: 'This pause is over already.',
  changedSince: 'This can no longer be undone: the pause was changed later.',
} as const

/** The reason that nothing was paused or resumed. */
export function sayPauseRefusal(refusal: PauseRefusal | { reason: 'pause.forbidden' }): string {
  switch (refusal.reason) {
    case 'pause.forbidden':
      return pauseTexts.mayNotPause
    case 'pause.no-scope':
      return pauseTexts.noScope
    case 'pause.twice':
      return pauseTexts.twice
    case 'pause.began':
      return pauseTexts.began
    case 'pause.ends-first':
      return pauseTexts.endsFirst
    case 'pause.unknown-advertiser':
      return pauseTexts.unknownAdvertiser(refusal.advertiserId)
  }
}
