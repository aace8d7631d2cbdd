/** Somebody who buys leads. `spelling` is how their CRM writes a status. */
export interface WorldAdvertiser {
  advertiserId: string
  name: string
  /** What people call them in messages. */
  aliases?: readonly string[]
  spelling: Spelling
  /** `UK` where others write `GB`. */
  britain: 'GB' | 'UK'
}

/** Somebody who sends leads. */
export interface WorldSource {
  sourceNumber: string
  name: string
  aliases?: readonly string[]
}

export type Spelling = 'title' | 'pascal' | 'lower' | 'snake'

export const ADVERTISERS: readonly WorldAdvertiser[] = [
  {
    advertiserId: 'B-101',
    name: 'Harbor Mutual Insurance',
    aliases: ['HMI', 'harbor'],
    spelling: 'title',
    britain: 'UK',
  },
  { advertiserId: 'B-102', name: 'Northlight Solar', aliases: ['NLS'], spelling: 'pascal', britain: 'GB' },
  { advertiserId: 'B-104', name: 'Campus Bridge', spelling: 'title', britain: 'UK' },
  { advertiserId: 'B-107', name: 'Evergreen Home Cover', spelling: 'lower', britain: 'GB' },
  { advertiserId: 'B-110', name: 'Sunridge Energy', spelling: 'title', britain: 'GB' },
  { advertiserId: 'B-113', name: 'Lindenhof Akademie', aliases: ['Lindi'], spelling: 'snake', britain: 'GB' },
  { advertiserId: 'B-118', name: 'Atlas Travel Insurance', spelling: 'pascal', britain: 'UK' },
  { advertiserId: 'B-121', name: 'Helio Roofs', spelling: 'title', britain: 'GB' },
  { advertiserId: 'B-125', name: 'Open Lectern', spelling: 'lower', britain: 'GB' },
  { advertiserId: 'B-130', name: 'Castlegate Assurance', spelling: 'title', britain: 'UK' },
  { advertiserId: 'B-134', name: 'Polder Zonnepanelen', spelling: 'pascal', britain: 'GB' },
  { advertiserId: 'B-139', name: 'Lingua Nova Courses', spelling: 'title', britain: 'UK' },
  { advertiserId: 'B-142', name: 'Trellis Pet Insurance', spelling: 'snake', britain: 'GB' },
  { advertiserId: 'B-147', name: 'Brightfield Heat Pumps', spelling: 'title', britain: 'UK' },
  { advertiserId: 'B-151', name: 'Meridian Business School', spelling: 'pascal', britain: 'GB' },
  { advertiserId: 'B-156', name: 'Quayside Motor Cover', spelling: 'title', britain: 'UK' },
  { advertiserId: 'B-160', name: 'Aurora Solvarme', spelling: 'lower', britain: 'GB' },
  { advertiserId: 'B-163', name: 'Codeworks Evening School', spelling: 'title', britain: 'GB' },
  { advertiserId: 'B-168', name: 'Three Rivers Health Plan', spelling: 'pascal', britain: 'UK' },
  { advertiserId: 'B-172', name: 'Tessera Education', spelling: 'title', britain: 'GB' },
]

export const SOURCES: readonly WorldSource[] = [
  { sourceNumber: '12', name: 'Blue Lantern Media', aliases: ['BLM'] },
  { sourceNumber: '14', name: 'Papertrail Ads' },
  { sourceNumber: '17', name: 'Foxglove Digital' },
  { sourceNumber: '19', name: 'Signal & Sons' },
  { sourceNumber: '21', name: 'Kestrel Traffic' },
  { sourceNumber: '23', name: 'Oak Street Partners' },
  { sourceNumber: '26', name: 'Comparo Network' },
  { sourceNumber: '28', name: 'Tidewater Leads' },
  { sourceNumber: '31', name: 'Marigold Performance' },
  { sourceNumber: '33', name: 'Second Story' },
  { sourceNumber: '36', name: 'Juniper Content' },
  { sourceNumber: '38', name: 'Vantage Compare' },
  { sourceNumber: '41', name: 'Redbrick Social' },
  { sourceNumber: '44', name: 'Hazel Affiliates', aliases: ['hazel'] },
  { sourceNumber: '47', name: 'Clearwater Native' },
  { sourceNumber: '49', name: 'Nordlys Media' },
  { sourceNumber: '52', name: 'Copperfield Search' },
  { sourceNumber: '55', name: 'Easel Creative' },
  { sourceNumber: '58', name: 'Windrose Mailing' },
  { sourceNumber: '60', name: 'Pine & Partner' },
  { sourceNumber: '63', name: 'Lakeside Surveys' },
  { sourceNumber: '66', name: 'Mosaic Reach' },
  { sourceNumber: '69', name: 'Bell Tower Media' },
  { sourceNumber: '71', name: 'Ratgeber24' },
  { sourceNumber: '74', name: 'Sparrow Video' },
  { sourceNumber: '77', name: 'Guide du Foyer' },
  { sourceNumber: '80', name: 'Plainfield Display' },
  { sourceNumber: '82', name: 'Orchard Push' },
  { sourceNumber: '85', name: 'Steady Funnel' },
  { sourceNumber: '88', name: 'Ferry Lane' },
  { sourceNumber: '91', name: 'Acorn Email' },
  { sourceNumber: '94', name: 'Casa Confronto' },
  { sourceNumber: '97', name: 'Birchwood Quiz' },
  { sourceNumber: '103', name: 'Silverline Calls' },
  { sourceNumber: '108', name: 'Lighthouse Forms' },
  { sourceNumber: '112', name: 'Meadow Native' },
  { sourceNumber: '119', name: 'Uplands Organic' },
  { sourceNumber: '124', name: 'Domo Directo' },
  { sourceNumber: '131', name: 'Granite Search' },
  { sourceNumber: '140', name: 'Little Harbor' },
]

/** Sends at all hours, to countries where it is day while it is night here; in the world that somebody opens. */
export const ROUND_THE_CLOCK: WorldSource = { sourceNumber: '90', name: 'Nightline Radio' }

/** Geos with how often deals are made for them. `CA-FR` has no flag of its own. */
export const GEOS: readonly (readonly [geo: string, weight: number])[] = [
  ['DE', 14],
  ['GB', 14],
  ['IT', 8],
  ['FR', 8],
  ['ES', 7],
  ['NL', 6],
  ['PL', 5],
  ['AT', 4],
  ['CH', 4],
  ['SE', 4],
  ['BE', 3],
  ['NO', 3],
  ['AU', 5],
  ['CA', 5],
  ['CA-FR', 2],
]
