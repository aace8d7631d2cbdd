/** What is said of a call by whoever makes it, or by both sides. What only the server says of one is in `http.ts`. */
export const callTexts = {
  /** `meant`: known names that are similar. */
  unknownFields: (names: readonly string[], meant: readonly string[] = []) =>
    `${names.length === 1 ? 'This field is' : 'These fields are'} not known here: ${names
      .slice(0, 5)
      .map((name) => name.slice(0, 64))
      .join(', ')}.${meant.length > 0 ? ` Did you mean ${meant.slice(0, 5).join(', ')}?` : ''}`,
  longText: (field: string, longest: number) => `${field} must be at most ${longest} characters.`,
  longList: (field: string, longest: number) => `${field} must have at most ${longest} entries.`,
  fileExpected: 'Send the file itself as the body, as application/octet-stream.',
  unreachable: 'The server cannot be reached. Please check your connection and try again.',
  withReference: (message: string, reference: string) => `${message} Reference: ${reference}`,
} as const
