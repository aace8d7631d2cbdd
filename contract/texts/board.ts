/** Texts about views of screens. */
export const boardTexts = {
  viewName: 'Give the view a name of at most 60 characters.',
  viewScreen: 'The screen must be "board" or "analytics".',
  tooManyViews: 'You have 50 views already. Delete one first.',
  viewSaved: (name: string) => `View “${name}” saved`,
  viewRemoved: (name: string) => `View “${name}” deleted`,
} as const
