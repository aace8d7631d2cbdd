/** What people read about the views of the board. */
export const boardTexts = {
  viewName: 'Give the view a name of at most 60 characters.',
  tooManyViews: 'You have 50 views already. Forget one first.',
  viewSaved: (name: string) => `View “${name}” saved`,
  viewRemoved: (name: string) => `View “${name}” forgotten`,
} as const
