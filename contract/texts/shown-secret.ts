export const shownSecretTexts = {
  copied: 'Key copied',
  notCopied: 'The browser did not allow copying. Select the key and copy it yourself.',
  question: 'Close without copying the key?',
  leaving: { title: 'Leave without copying the key?', text: 'It is not shown again.', stay: 'Keep open' },
} as const
