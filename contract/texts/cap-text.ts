/** Texts about caps from messages. */
export const capTextTexts = {
  word: 'Type the word to ignore.',
  longWord: 'A word must be at most 60 characters.',
  wordNumber: 'A word with a digit may be a cap, a price or hours, so it cannot be ignored.',
  wordGeo: 'This word is a geo, so it cannot be ignored.',
  wordPartner: 'Give either advertiserId or sourceNumber: the partner in whose messages the word is ignored.',
  wordPartnerUnknown: 'No partner is registered under this ID.',
  wordsFull: '200 words are ignored for this partner already. Remove some in the Control Center first.',
  wordGone: 'This word is no longer ignored.',
  message: 'Paste a message first.',
  longMessage: 'A message has at most 4,096 characters.',
  modelOff:
    'No language model is in use. Configure one (LLM_BASE_URL) and turn on “Ask a language model about messages” first.',
  wordRemoved: (word: string) => `“${word}” is no longer ignored`,
} as const
