/** What is said of a call and of who may make it, on every screen or by both sides. What only the server says is in `http.ts`. */
export const callTexts = {
  signInFirst: 'Please sign in to continue.',
  adminsOnly: 'Only admins may do this.',
  viewersReadOnly: 'Viewers may not change caps here.',
  somethingWrong: 'Something went wrong.',
  checkingAccess: 'Checking access',
  /** `meant`: known names that are similar. */
  unknownFields: (names: readonly string[], meant: readonly string[] = []) =>
    `${names.length === 1 ? 'This field is' : 'These fields are'} not known here: ${names
      .slice(0, 5)
      .map((name) => name.slice(0, 64))
      .join(', ')}.${meant.length > 0 ? ` Did you mean ${meant.slice(0, 5).join(', ')}?` : ''}`,
  flag: 'This must be true or false.',
  longText: (field: string, longest: number) => `${field} must be at most ${longest} characters.`,
  longList: (field: string, longest: number) => `${field} must have at most ${longest} entries.`,
  fileExpected: 'Send the file itself as the body, as application/octet-stream.',
  /** At a field that was changed elsewhere too, also by the same person in another tab. Saving again replaces that value. */
  changedTo: (value: string) =>
    value === '' ? 'This field was emptied meanwhile.' : `This was changed to ${value} meanwhile.`,
  unreachable: 'The server cannot be reached. Please check your connection and try again.',
  withReference: (message: string, reference: string) => `${message} Reference: ${reference}`,
  keyRunning:
    'The same request was sent before and is not answered yet. Look at how things stand before you repeat it.',
} as const
