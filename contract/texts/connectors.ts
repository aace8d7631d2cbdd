import { labelOfPlace } from './connector-places.ts'

export const connectorTexts = {
  name: 'The name has at most 40 letters a-z, digits and hyphens. It begins with a letter or digit, for example north.',
  namePrefix: 'Names that begin with file- or sheet- are those of files and published sheets. Choose another name.',
  preset: 'Choose the system that the leads come from.',
  url: 'The address begins with https:// and has no user name, for example https://leads.example.org.',
  urlParts: 'Enter only the address of the system, without ? or # and the text after it.',
  privateUrl:
    'This address is inside the server’s own network. A feed that is set up here needs a public address. Put other feeds into the file of LEAD_CONNECTORS.',
  again: 'Enter this again: the stored value was entered for another address.',
  missing: (place: string) => `${labelOfPlace(place)} is missing.`,
  term: (place: string, message: string) => `${labelOfPlace(place)} ${message}.`,
  text: 'This must be a text.',
  version: 'The version is a whole number.',
  taken: 'A feed with this name exists already. Choose another name, or change that feed.',
  ofFile:
    'A feed with this name is set by LEAD_API_URL or in the file of LEAD_CONNECTORS. Choose another name, or remove the feed there first.',
  notFound: 'This feed no longer exists.',
  fixedPreset: 'The system of a feed cannot be changed. Set up a feed with another name, then remove this one.',
  stale: 'This feed was changed meanwhile. Close it and open it again.',
  unreadable:
    'The key of this feed was encrypted with another APP_SECRET and cannot be read. Enter the key again, or set that APP_SECRET.',
  works: 'The lead API answers. Its rows will be read like this.',
  empty: 'The lead API answers, but it has no leads yet. The feed can be saved.',
  wrongRows: (bad: number, total: number) =>
    `${bad} of ${total} rows cannot be used. See why, choose their fields, and test the feed again.`,
  wrongDeposits: 'The deposits cannot be used. See why, and test the feed again.',
  stillMissing: (places: readonly string[]) =>
    `The rows lack: ${places.map(labelOfPlace).join(', ')}. Enter the missing values and test the feed again.`,
} as const
