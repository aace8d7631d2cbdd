import { capTexts } from './caps.ts'

/** What the bot answers to commands and presses; what it tells of caps is in `domain/sentences`. */
export const commandTexts = {
  hoursMoved: (written: string, here: string) => `${written} is ${here} here.`,
  sourceAssumed: 'Sources that were not named are those that stand.',
  otherDayAnswered: 'The message that you answer is of another day. Write the date instead, such as 21.11.',
  mayNotPlan: capTexts.mayNotEdit,
  howToPlan: 'Write the caps behind /cap, or answer a message with /cap. For example: /cap tomorrow DE 20 44',
  tooManyCaps: (most: number) => `That is more than ${most} caps. Paste them on the web instead.`,
  planTooLong: 'That is too long for one message of Telegram. Send fewer caps at once, or paste them on the web.',
  /** `work` is what acts do, such as `pause BR`. */
  save: (caps: number, work: readonly string[]) => {
    const parts = [...(caps === 0 ? [] : [caps === 1 ? 'save 1 cap' : `save ${caps} caps`]), ...work].join(', ')
    return parts.slice(0, 1).toUpperCase() + parts.slice(1)
  },
  cancel: 'Cancel',
  forTomorrow: 'For tomorrow instead',
  forToday: 'For today instead',
  saved: (caps: number, work: readonly string[]) =>
    [
      ...(caps === 0 ? [] : [caps === 1 ? '1 cap saved.' : `${caps} caps saved.`]),
      ...work.map((act) => `Done: ${act}.`),
    ].join(' '),
  undo: 'Undo',
  undone: 'Undone.',
  undoLate: 'This cannot be undone any more: something of it was changed since.',
  actOver: 'That day is over.',
  cancelled: 'Cancelled. Nothing was saved.',
  planGone: 'These caps are not known here any more. Send them again.',
  planSettled: 'This was saved or cancelled already.',
  planEdited: 'The message was edited since. Press under the newer answer.',
  edited: 'The message was edited.',
  corrected: 'Corrected by what was written behind it.',
  languageModel: 'the language model',
  modelReads: (quote: string) => `A language model reads “${quote}” like this. Check it before you save it.`,
  modelDiffers: 'A language model reads some of this otherwise, so that is asked about.',
  planOldRevision: 'These caps were read anew since. Look at them again, then press once more.',
  planTooOld: 'This is more than a day old. Send the caps again.',
  planChanged: 'Nothing was saved: caps have changed since. This is what saving would do now.',
  buttonsGone: 'These buttons are too old.',
  capGone: capTexts.notFound,
  capNotHere: 'This cap does not belong to this group.',
  capRaised: (what: string, cap: number) => `${what}: the cap is ${cap} now.`,
  capOver: (what: string) => `${what}: its day is over.`,
  capPausedAlready: (what: string) => `${what} is paused already.`,
  paused: (what: string, until: string) => `Paused: ${what}, ${until}.`,
  resumed: (what: string, pauses: number) =>
    pauses === 1 ? `Resumed: ${what}.` : `Resumed: ${what}, ${pauses} pauses ended.`,
  nothingPaused: (what: string) => `Nothing of ${what} was paused by itself.`,
  pausedStill: (what: string, until: string) => `Still paused as a part of ${what}, ${until}.`,
  howToPause: 'Write whose traffic: /pause DE B-7 until 14:00 quality, /pause #44 tonight, or /resume DE B-7.',
  unknownToPause: (word: string) =>
    `“${word.slice(0, 100)}” is no geo, advertiser or source. Write for example /pause DE B-7 until 14:00 quality.`,
  eitherToPause: (word: string) =>
    `“${word.slice(0, 100)}” is an advertiser and a source. Write #${word.slice(0, 100)} for the source.`,
  twiceToPause: (word: string) =>
    `One geo, one advertiser and one source at once: “${word.slice(0, 100)}” is one more.`,
  untilWhen: (text: string) =>
    `“${text.slice(0, 100)}” is no end. Write until 14:00, until tomorrow 9:00, or until tonight.`,
  whoseToPause: 'This group is of several partners: name one of them.',
  notHereToPause: 'This group is of another partner.',
  pauseOver: 'This pause is over already.',
  capTooLarge: 'A cap can be 1,000,000 at most.',
  capCopied: (what: string) => `${what} is copied to the day after.`,
  capStandsAlready: (what: string) => `${what} stands on the day after already.`,
  capMuted: (what: string) => `${what}: no alerts for this day any more.`,
  capMutedAlready: (what: string) => `${what} is muted already.`,
  noLimits: 'There are no limits to show here.',
  briefNotHere: 'The brief is about all partners. Ask for it in your private chat.',
  syncStarted: 'A lead sync has started.',
  linkUsage: 'Write /link advertiser ID, or /link source NUMBER, in the group that is theirs.',
  linkPrivate: 'Write this in the group that is to be linked.',
  linkUnknownAdvertiser: (id: string) => `No advertiser has the ID ${id}. Add it in the Control Center first.`,
  linkUnknownSource: (number: string) => `No source has the number ${number}. Add it in the Control Center first.`,
  linkedAdvertiser: (name: string) => `This group belongs to the advertiser ${name} now.`,
  linkedSource: (name: string) => `This group belongs to the source ${name} now.`,
  allowed: 'Members may use commands in this group now.',
  allowedAlready: 'Members may use commands in this group already.',
  allowPrivate: 'Write this in the group that is to be allowed.',
} as const
