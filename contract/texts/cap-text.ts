/** Of what is read in messages. */
export const capTextTexts = {
  word: 'Type the word that means nothing.',
  longWord: 'A word must be at most 60 characters.',
  wordNumber: 'A word with a digit may be a cap, a price or hours: it cannot mean nothing.',
  wordGeo: 'This word is a geo: it cannot mean nothing.',
  wordPartner: 'Say in whose messages: advertiserId or sourceNumber, one of them.',
  wordPartnerUnknown: 'Nobody is registered under this ID.',
  wordsFull: '200 words are remembered for this partner. Take some back in the Control Center first.',
  wordGone: 'This word is not remembered any more.',
  message: 'Paste a message first.',
  longMessage: 'A message has at most 4,096 characters.',
  modelOff:
    'No language model is asked: configure one (LLM_BASE_URL) and turn on “Ask a language model about messages” first.',
  wordRemoved: (word: string) => `“${word}” is asked about again`,
} as const
