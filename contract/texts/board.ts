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
} as const
