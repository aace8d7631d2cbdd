import { labelOfPlace } from './connector-places.ts'

export const connectorTexts = {
  name: 'The name has at most 40 letters a-z, digits and hyphens, and begins with a letter or digit: north.',
  preset: 'Choose the system that the leads come from.',
  url: 'The address begins with https:// and has no user name in it: https://leads.example.org.',
  urlParts: 'Enter the address of the system alone, without what follows a question mark or #.',
  privateUrl:
    'This address is within the network of the server. A feed that is set up here must have a public one; others go into the file of LEAD_CONNECTORS.',
  again: 'Enter this again: what is kept was entered for another address.',
  missing: (place: string) => `${labelOfPlace(place)} is missing.`,
  term: (place: string, message: string) => `${labelOfPlace(place)} ${message}.`,
  text: 'This must be a text.',
  version: 'The version is a whole number.',
  taken: 'A feed of this name is set up already. Choose another name, or change that feed.',
  ofFile:
    "A feed of this name comes from the server's environment or its file. Choose another name, or take it out there first.",
  notFound: 'There is no such feed in the control center.',
  fixedPreset: 'The system of a feed cannot be changed. Set up a feed of another name, and remove this one.',
  stale: 'Somebody changed this feed meanwhile. Close it and look again.',
  unreadable:
    'The key of this feed was sealed with another APP_SECRET and cannot be read. Enter the key anew, or set that APP_SECRET.',
  works: 'The lead API answers, and this is how its rows will be read.',
  empty: 'The lead API answers, but it has no leads yet. The feed can be saved.',
  wrongRows: (bad: number, total: number) =>
    `${bad} of ${total} rows cannot be used. See why, say where their fields are, and ask again.`,
  wrongDeposits: 'The deposits cannot be used. See why, and ask again.',
  stillMissing: (places: readonly string[]) =>
    `The rows do not say all: ${places.map(labelOfPlace).join(', ')}. Fill it in and ask again.`,
} as const
