export const httpTexts = {
  invalid: 'Some of the values are not right. Please look at the marked fields.',
  value: 'This value is missing or has the wrong type.',
  /** `meant`: known names that are similar. */
  unknownFields: (names: readonly string[], meant: readonly string[] = []) =>
    `${names.length === 1 ? 'This field is' : 'These fields are'} not known here: ${names
      .slice(0, 5)
      .map((name) => name.slice(0, 64))
      .join(', ')}.${meant.length > 0 ? ` Did you mean ${meant.slice(0, 5).join(', ')}?` : ''}`,
  longText: (field: string, longest: number) => `${field} must be at most ${longest} characters.`,
  longList: (field: string, longest: number) => `${field} must have at most ${longest} entries.`,
  fileExpected: 'Send the file itself as the body, as application/octet-stream.',
  longWorkbook: (most: number) =>
    `A workbook has at most ${most.toLocaleString('en-US')} rows, and these are more. Narrow the filters, or download the CSV file.`,
  jsonExpected: 'Please send the body as JSON (content type application/json).',
  notJson: 'The request body is not valid JSON.',
  tooLarge: 'The request is too large. At most 1 MB is accepted.',
  notFound: 'There is nothing at this address.',
  tooMany: 'Too many requests. Please wait a moment and try again.',
  tooManyStreams: 'Capline is open in too many windows. Close some of them.',
  unavailable: 'The database cannot be reached. Please try again in a few seconds.',
  stopping: 'The server is restarting. Please try again in a few seconds.',
  unreachable: 'The server cannot be reached. Please check your connection and try again.',
  failed: 'Something went wrong on our side. It has been logged. Please try again.',
  withReference: (message: string, reference: string) => `${message} Reference: ${reference}`,
  keyTooLong: 'An Idempotency-Key has at most 200 characters.',
  keyReused: 'This Idempotency-Key was already used with another request.',
  keyRunning:
    'A request with this Idempotency-Key was started earlier and has not been answered. Check the current state before you repeat it.',
} as const
