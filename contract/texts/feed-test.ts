export const feedTestTexts = {
  works: 'The lead API answers, and this is how its rows are read.',
  empty: 'The lead API answers, but it has no leads and no deposits yet.',
  emptyLately:
    'The lead API answers. It has no leads and no deposits of the last days; older ones were not looked for.',
} as const
