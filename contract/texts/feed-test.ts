export const feedTestTexts = {
  works: 'The lead API answers, and this is how its rows are read.',
  empty: 'The lead API answers, but it has no leads and no deposits yet.',
} as const
