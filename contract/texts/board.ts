/** What people read about the views of screens. */
export const boardTexts = {
  viewName: 'Give the view a name of at most 60 characters.',
  viewScreen: 'Views are kept of "board" and of "analytics".',
  tooManyViews: 'You have 50 views already. Forget one first.',
  viewSaved: (name: string) => `View “${name}” saved`,
  viewRemoved: (name: string) => `View “${name}” forgotten`,
} as const
