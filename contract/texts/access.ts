/** What every screen and every call may say of who may do what. Texts about signing in are separate: they come with that screen. */
export const accessTexts = {
  signInFirst: 'Please sign in to continue.',
  adminsOnly: 'Only admins may do this.',
  viewersReadOnly: 'Viewers may not change caps here.',
  somethingWrong: 'Something went wrong.',
  checkingAccess: 'Checking access',
} as const
