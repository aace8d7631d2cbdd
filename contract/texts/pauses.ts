import type { PauseRefusal } from '#domain/pauses/edits.ts'
import { authTexts } from './auth.ts'

export const pauseTexts = {
  mayNotPause: authTexts.viewersReadOnly,
  noScope: 'Name a geo, an advertiser or a source to pause.',
  twice: 'This is named above already.',
  began: 'A pause begins now or later, not in the past.',
  endsFirst: 'The end must be later than the beginning, and than now.',
  unknownAdvertiser: (id: string) => `No advertiser has the ID ${id}.`,
  instant: 'Write a moment such as 2026-11-21T14:00:00Z, or null.',
  scopes: 'Name what to pause, at most 500 at once.',
  ids: 'Name the pauses to end, at most 500 at once.',
  geo: 'A geo has 2 to 16 characters.',
  source: 'A source has at most 64 characters.',
  advertiser: 'An advertiser ID has at most 64 characters.',
  reason: 'The reason is quality, budget, technical, partner or other.',
  note: (most: number) => `A note has at most ${most} characters.`,
  date: 'Choose a day, such as 2026-11-21.',
  act: 'An act is pause or resume.',
  notFound: 'There is no such change of pauses.',
  changedSince: 'This cannot be undone any more: the pause was changed since.',
} as const

/** Why nothing was paused or resumed. */
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
