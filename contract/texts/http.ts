export const httpTexts = {
  invalid: 'Some of the values are not right. Please look at the marked fields.',
  value: 'This value is missing or has the wrong type.',
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
  failed: 'Something went wrong on our side. It has been logged. Please try again.',
  keyTooLong: 'An Idempotency-Key has at most 200 characters.',
  keyReused: 'This Idempotency-Key was already used with another request.',
} as const
