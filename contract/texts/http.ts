export const httpTexts = {
  invalid: 'Some of the values are not right. Please look at the marked fields.',
  value: 'This value is missing or not of the right kind.',
  /** `meant`: known ones that are like them. */
  unknownFields: (names: readonly string[], meant: readonly string[] = []) =>
    `${names.length === 1 ? 'This field is' : 'These fields are'} not known here: ${names
      .slice(0, 5)
      .map((name) => name.slice(0, 64))
      .join(', ')}.${meant.length > 0 ? ` Did you mean ${meant.slice(0, 5).join(', ')}?` : ''}`,
  longText: (field: string, longest: number) => `${field} must be at most ${longest} characters.`,
  longList: (field: string, longest: number) => `${field} must have at most ${longest} entries.`,
  fileExpected: 'Send the file itself as the body, as application/octet-stream.',
  longWorkbook: (most: number) =>
    `These are more than ${most.toLocaleString('en-US')} rows, of which no workbook is made. Narrow what is asked for, or take the CSV file.`,
  jsonExpected: 'Please send the body as JSON (content type application/json).',
  notJson: 'The request body is not valid JSON.',
  tooLarge: 'The request is too large; at most 1 MB is accepted.',
  notFound: 'There is nothing at this address.',
  tooMany: 'Too many requests. Please wait a moment and try again.',
  tooManyStreams: 'Too many windows of this member listen for changes. Close some of them.',
  unavailable: 'The database cannot be reached just now. Please try again in a few seconds.',
  stopping: 'The server is restarting. Please try again in a few seconds.',
  unreachable: 'The server cannot be reached. Please check your connection and try again.',
  failed: 'Something went wrong on our side. It has been logged; please try again.',
  withReference: (message: string, reference: string) => `${message} Reference: ${reference}`,
  keyTooLong: 'An Idempotency-Key has at most 200 characters.',
  keyReused: 'This Idempotency-Key was already used with another request.',
  keyRunning:
    'A request with this Idempotency-Key was started before and has not answered. Check what stands before you repeat it.',
} as const
