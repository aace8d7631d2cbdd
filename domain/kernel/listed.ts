// How many entries of a list are returned at once. A screen says if there may be more.

/** Changes of a history, the newest. */
export const MOST_CHANGES = 500

/** Partners that are not registered, those with the most leads. */
export const MOST_OFFERS = 500

/** Questions about messages that a language model was asked, the newest. */
export const MOST_QUESTIONS = 200

/** Broadcasts, the newest. */
export const MOST_BROADCASTS = 200
