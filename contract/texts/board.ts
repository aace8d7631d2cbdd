/** Texts about the board, and about views of screens. */
export const boardTexts = {
  viewName: 'Give the view a name of at most 60 characters.',
  viewScreen: 'The screen must be "board" or "analytics".',
  tooManyViews: 'You have 50 views already. Delete one first.',
  viewSaved: (name: string) => `View “${name}” saved`,
  viewRemoved: (name: string) => `View “${name}” deleted`,
  /** Beside a text that was not saved: somebody else may have been first. */
  standsNow: (value: string) => (value === '' ? 'It is empty now.' : `It is ${value} now.`),
  /** At hours and prices of a cap, where more numbers were pasted than there are days. */
  furtherDays: 'These look like numbers of further days. Open those days, then paste again.',
  /** Why a cell of the table is not saved; what stands is beside it (`standsNow`). */
  overtaken: 'this cap was changed meanwhile. Press F2 and Enter to save yours.',
  unchecked:
    'part of this page did not load. Press F2 and Enter to try again, or reload the page and type it once more.',
  tableLeft: 'the table was left before it could be.',
  dayClosed: 'its day left the board before it could be.',
  notEmptied: 'A cap has a number. Type 0 to take no leads, or delete the cap.',
  noCapYet: 'There is no cap on this day yet. Type its number first.',
  noPlace: 'No cap of this place is on the board any more. Add a cap first.',
} as const
