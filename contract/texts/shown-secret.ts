export const shownSecretTexts = {
  copied: 'Key copied',
  notCopied: 'The browser did not let us copy it. Select the key and copy it yourself.',
  question: 'Close without copying the key?',
} as const
