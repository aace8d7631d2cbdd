export const leadTexts = {
  choicesNotLoaded: 'Statuses or systems to choose from could not be loaded.',
  day: 'This must be a day such as 2026-11-21.',
  cursor: 'This must be a cursor from an earlier answer.',
  shortSearch: 'Type at least three characters of an e-mail or a whole lead ID.',
  sort: 'This must be a column of the list, such as geo.',
  columns: 'These must be columns of the list, such as created,lead,geo.',
  tooManyToSort:
    'Only up to 50,000 leads can be sorted by another column. Choose fewer days, or a geo, a source or a broker.',
  notFound: 'There is no such lead.',
  fate: 'This must be a fate of leads, such as invalid.',
  unknownStatus: 'No lead has this status, and no list of statuses has it.',
} as const
