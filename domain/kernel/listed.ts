// How much of a list is told at once. Whoever shows one that may have more says so.

/** Entries of a history, the newest. */
export const MOST_CHANGES = 500

/** Partners whom nobody has registered, those with the most leads. */
export const MOST_OFFERS = 500

/** Questions about messages that a language model was asked, the newest. */
export const MOST_QUESTIONS = 200

/** Broadcasts, the newest. */
export const MOST_BROADCASTS = 200
