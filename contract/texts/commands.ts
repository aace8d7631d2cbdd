import { capTexts } from './caps.ts'
import { pauseTexts } from './pauses.ts'
import { countOf } from '#domain/sentences/written.ts'

const ADD_FIRST = ' Add it in the Control Center first.'

/** The bot's answers to commands and buttons. Its texts about caps are in `domain/sentences`. */
export const commandTexts = {
  hoursMoved: (written: string, here: string) => `${written} is ${here} here.`,
  sourceAssumed: 'Where no source was named, the source of the existing cap is used.',
  otherDayAnswered: 'You are answering a message from another day. Write the date instead, such as 21.11.',
  mayNotPlan: capTexts.mayNotEdit,
  howToPlan: 'Write the caps after /cap, or answer a message with /cap. For example: /cap tomorrow DE 20 44',
  tooManyCaps: (most: number) => `These are more than ${most} caps. Paste them on the web instead.`,
  planTooLong: 'These caps do not fit in one Telegram message. Send fewer at once, or paste them on the web.',
  /** `work`: acts in words, such as `pause BR`. */
  save: (caps: number, work: readonly string[]) => {
    const parts = [...(caps === 0 ? [] : [`save ${countOf(caps, 'cap')}`]), ...work].join(', ')
    return parts.slice(0, 1).toUpperCase() + parts.slice(1)
  },
  cancel: 'Cancel',
  forTomorrow: 'For tomorrow instead',
  forToday: 'For today instead',
  saved: (caps: number, work: readonly string[]) =>
    [...(caps === 0 ? [] : [`${countOf(caps, 'cap')} saved.`]), ...work.map((act) => `Done: ${act}.`)].join(' '),
  undo: 'Undo',
  undone: 'Undone.',
  pausesUndone: (who: string) => `Undone by ${who}. Traffic is as it was before.`,
  undoLate: 'This can no longer be undone: it was changed later.',
  actOver: 'That day is over.',
  cancelled: 'Cancelled. Nothing was saved.',
  planGone: 'These caps are no longer kept. Send them again.',
  planSettled: 'This was saved or cancelled already.',
  planEdited: 'The message was edited later. Use the buttons of the newer answer.',
  edited: 'The message was edited.',
  corrected: 'Corrected by a later part of the message.',
  languageModel: 'the language model',
  modelReads: (quote: string) => `A language model reads “${quote}” like this. Check it before you save it.`,
  modelDiffers: 'A language model reads some of this differently, so please answer the questions.',
  planOldRevision: 'These caps were read again in the meantime. Check them, then press once more.',
  planTooOld: 'This is more than a day old. Send the caps again.',
  planChanged: 'Nothing was saved: caps have changed in the meantime. This is what saving would do now.',
  buttonsGone: 'These buttons are too old.',
  capGone: capTexts.notFound,
  capNotHere: 'This cap does not belong to this group.',
  capRaised: (what: string, cap: number) => `${what}: the cap is ${cap} now.`,
  capOver: (what: string) => `${what}: its day is over.`,
  capPausedAlready: (what: string) => `${what} is paused already, until tonight or longer.`,
  paused: (what: string, until: string) => `Paused: ${what}, ${until}.`,
  resumed: (what: string, pauses: number) =>
    pauses === 1 ? `Resumed: ${what}.` : `Resumed: ${what}, ${pauses} pauses ended.`,
  nothingPaused: (what: string) => `${what} has no pause of its own.`,
  pausedStill: (what: string, until: string) => `Still paused because ${what} is paused, ${until}.`,
  howToPause: 'Name the traffic: /pause DE B-7 until 14:00 quality, /pause #44 tonight, or /resume DE B-7.',
  /** `meant`: the offered names, ` Did you mean Nord Media (B-7)?`. */
  unknownToPause: (word: string, meant: string) =>
    `“${word.slice(0, 100)}” is not a geo, advertiser or source.${meant} Write for example /pause DE B-7 until 14:00 quality; a source of several words stands in quotes: /pause "#Big Source".`,
  eitherToPause: (word: string) =>
    `“${word.slice(0, 100)}” names an advertiser and a source. Write #${word.slice(0, 100)} for the source.`,
  severalToPause: (word: string, ids: string) =>
    `“${word.slice(0, 100)}” is the name of several: ${ids.slice(0, 200)}. Write which one.`,
  twiceToPause: (word: string) =>
    `Name at most one geo, one advertiser and one source. “${word.slice(0, 100)}” is one too many.`,
  untilWhen: (text: string) =>
    `“${text.slice(0, 100)}” is not a time. Write until 14:00, until tomorrow 9:00, until tonight, or for 2 hours; a note that begins like a time needs a reason before it: until 14:00 quality Monday leads.`,
  whoseToPause: 'This group belongs to several partners. Name one of them.',
  notHereToPause: 'This group belongs to another partner.',
  pauseOver: pauseTexts.over,
  capTooLarge: 'A cap can be 1,000,000 at most.',
  capCopied: (what: string) => `${what} is copied to the next day.`,
  capStandsAlready: (what: string) => `${what} exists on the next day already.`,
  capMuted: (what: string) => `${what}: no more alerts on this day.`,
  capMutedAlready: (what: string) => `${what} is muted already.`,
  noLimits: 'There are no limits to show here.',
  briefNotHere: 'The brief covers all partners. Ask for it in your private chat.',
  syncStarted: 'A lead sync has started.',
  linkUsage: 'Write /link advertiser ID, or /link source NUMBER, in their group.',
  linkPrivate: 'Write this in the group that you want to link.',
  /** `meant`: as for `unknownToPause`; empty if nobody is meant. */
  linkUnknownAdvertiser: (id: string, meant: string) => `No advertiser has the ID ${id}.${meant || ADD_FIRST}`,
  linkUnknownSource: (number: string, meant: string) => `No source has the number ${number}.${meant || ADD_FIRST}`,
  linkedAdvertiser: (name: string) => `This group now belongs to the advertiser ${name}.`,
  linkedSource: (name: string) => `This group now belongs to the source ${name}.`,
  allowed: 'Members may now use commands in this group.',
  allowedAlready: 'Members may already use commands in this group.',
  allowPrivate: 'Write this in the group that you want to allow.',
} as const
