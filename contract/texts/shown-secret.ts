export const shownSecretTexts = {
  copied: 'Key copied',
  notCopied: 'The browser did not allow copying. Select the key and copy it yourself.',
  question: 'Close without copying the key?',
} as const
