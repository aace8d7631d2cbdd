import { guessDateFormat, type FileDateFormat, type FormatGuess } from './file-dates.ts'
import { TRACKING_FIELDS } from './row.ts'

/** The meaning of a row of a file: a lead with its results, or only a deposit. */
export const FILE_KINDS = ['leads', 'deposits'] as const
export type FileKind = (typeof FILE_KINDS)[number]

export const FILE_FIELDS = [
  'id',
  'leadId',
  'createdAt',
  'email',
  'geo',
  'sourceNumber',
  'sourceName',
  'advertiserId',
  'advertiserName',
  'status',
  'isTest',
  'deposited',
  'depositedAt',
  'payout',
  ...TRACKING_FIELDS,
] as const
export type FileField = (typeof FILE_FIELDS)[number]

/** Fields that may be the same for all rows if no column has them. */
export const CONSTANT_FIELDS = ['geo', 'sourceNumber', 'sourceName', 'advertiserId', 'advertiserName'] as const
export type ConstantField = (typeof CONSTANT_FIELDS)[number]

/** How the rows of a file are read: the heading of each field, values for all rows, and the format of dates. */
export interface FileMapping {
  rows: FileKind
  /** Headings, as `nameColumns` names them. */
  columns: { [Field in FileField]?: string | undefined }
  constants: { [Field in ConstantField]?: string | undefined }
  /** `zone`: an IANA name, for dates without an offset. */
  dates: { format: FileDateFormat; zone: string }
}

interface FieldFacts {
  label: string
  /** Usual headings, folded. */
  headings: string
  kinds: readonly FileKind[]
}

const BOTH: readonly FileKind[] = FILE_KINDS
const LEADS: readonly FileKind[] = ['leads']

/** Labels and usual headings of the fields. */
export const FIELD_FACTS: Readonly<Record<FileField, FieldFacts>> = {
  id: {
    label: 'Id',
    headings:
      'id leadid leaduuid uuid externalid customerid clientid playerid depositid transactionid ftdid conversionid',
    kinds: BOTH,
  },
  leadId: { label: 'Lead id', headings: 'leadid lead leaduuid customerid clientid', kinds: ['deposits'] },
  createdAt: {
    label: 'Registered',
    headings:
      'created createdat createddate creationdate registered registeredat registrationdate registration regdate signup signupdate signedup leaddate date datetime timestamp time registriert registriertam registrierung registrierungsdatum anmeldedatum erstellt erstelltam datum',
    kinds: LEADS,
  },
  email: { label: 'E-mail', headings: 'email emailaddress mail leademail customeremail', kinds: BOTH },
  geo: { label: 'Geo', headings: 'geo country countrycode countryiso iso countryname land', kinds: BOTH },
  sourceNumber: {
    label: 'Source',
    headings:
      'source sourceid sourcenumber affiliate affiliateid affid aff publisher publisherid partner partnerid webmaster quelle',
    kinds: BOTH,
  },
  sourceName: { label: 'Source name', headings: 'sourcename affiliatename publishername', kinds: LEADS },
  advertiserId: {
    label: 'Advertiser',
    headings: 'advertiser advertiserid broker brokerid brand brandid buyer buyerid client',
    kinds: BOTH,
  },
  advertiserName: { label: 'Advertiser name', headings: 'advertisername brokername brandname', kinds: LEADS },
  status: { label: 'Status', headings: 'status leadstatus salestatus salesstatus callstatus crmstatus', kinds: LEADS },
  isTest: { label: 'Test', headings: 'test istest testlead', kinds: LEADS },
  deposited: {
    label: 'Has deposited',
    headings:
      'ftd isftd hasftd deposited deposit hasdeposit hasdeposited isdeposit depositor converted einzahlung eingezahlt',
    kinds: LEADS,
  },
  depositedAt: {
    label: 'Deposited at',
    headings:
      'depositdate depositedat depositat ftddate ftdat ftdtime firstdepositdate depositdatetime deposittime einzahlungsdatum eingezahltam',
    kinds: BOTH,
  },
  payout: {
    label: 'Payout',
    headings: 'payout cpa commission payoutusd payoutamount auszahlung provision',
    kinds: BOTH,
  },
  clickId: {
    label: 'Click id',
    headings: 'clickid click clickuuid affclickid affclick trackingid trackerid',
    kinds: LEADS,
  },
  sub1: subFacts(1, ['subid', 'affsub', 'affsubid', 'sub']),
  sub2: subFacts(2),
  sub3: subFacts(3),
  sub4: subFacts(4),
  sub5: subFacts(5),
}

/** `aff_sub` without a number means the first one, as in trackers. */
function subFacts(number: number, alone: readonly string[] = []): FieldFacts {
  const numbered = ['sub', 'subid', 'affsub', 'affsubid', 's', 'subparam'].map((name) => `${name}${number}`)
  return { label: `Sub ${number}`, headings: [...numbered, ...alone].join(' '), kinds: LEADS }
}

/** The columns of a file by its first row. An empty or repeated heading gets its own name. */
export function nameColumns(headings: readonly string[]): string[] {
  const taken = new Set<string>()
  return headings.map((heading, at) => {
    const plain = heading.replace(/\s+/g, ' ').trim() || `Column ${at + 1}`
    let name = plain
    for (let again = 2; taken.has(name); again += 1) name = `${plain} (${again})`
    taken.add(name)
    return name
  })
}

/** A key for the headings, whatever their case and order. Files with the same key get the same mapping. */
export function keyOfHeadings(columns: readonly string[]): string {
  return JSON.stringify(columns.map((name) => name.toLowerCase()).toSorted())
}

/** A mapping of another file with the same key, with the headings as this file spells them. */
export function renameHeadings(mapping: FileMapping, columns: readonly string[]): FileMapping {
  const renamed: FileMapping['columns'] = {}
  for (const field of FILE_FIELDS) {
    const heading = mapping.columns[field]
    if (heading === undefined) continue
    const alike = columns.find((name) => name.toLowerCase() === heading.toLowerCase())
    renamed[field] = columns.includes(heading) ? heading : (alike ?? heading)
  }
  return { ...mapping, columns: renamed }
}

/** Guesses a mapping from headings and the first rows. `doubtful`: the dates may have another format. */
export function guessMapping(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  zone: string,
): { mapping: FileMapping; doubtful: boolean } {
  const leads = guessColumns(columns, 'leads')
  const kind = leads.createdAt === undefined && leads.depositedAt !== undefined ? 'deposits' : 'leads'
  const found = kind === 'leads' ? leads : guessColumns(columns, kind)
  const { format, doubtful } = guessDates(columns, rows, { rows: kind, columns: found })
  return { mapping: { rows: kind, columns: found, constants: {}, dates: { format, zone } }, doubtful }
}

/** Guesses the date format of the chosen columns from the first rows. `doubtful`: another format would fit too. */
export function guessDates(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  chosen: Pick<FileMapping, 'rows' | 'columns'>,
): FormatGuess {
  const samples = listDateColumns(chosen).flatMap((heading) => {
    const at = columns.indexOf(heading)
    return rows.map((row) => row[at] ?? '').filter((text) => text.trim() !== '')
  })
  return guessDateFormat(samples) ?? { format: 'year', doubtful: samples.length > 0 }
}

/** The columns of dates that are read: a deposit alone has no registration. */
export function listDateColumns({ rows: kind, columns }: Pick<FileMapping, 'rows' | 'columns'>): string[] {
  const fields = (['createdAt', 'depositedAt'] as const).filter((field) => FIELD_FACTS[field].kinds.includes(kind))
  return fields.flatMap((field) => columns[field] ?? [])
}

/** Guesses the columns of rows of a known meaning from their headings. */
export function guessColumns(columns: readonly string[], kind: FileKind): FileMapping['columns'] {
  const found: FileMapping['columns'] = {}
  const free = new Set(columns)
  for (const field of ORDER[kind]) {
    const names = FIELD_FACTS[field].headings.split(' ')
    const heading = names.flatMap((name) => [...free].filter((column) => foldHeading(column) === name))[0]
    if (heading === undefined) continue
    found[field] = heading
    free.delete(heading)
  }
  return found
}

/** In a file of deposits, `lead id` is the lead of the deposit; in a file of leads it is the id of the lead. */
const ORDER: Readonly<Record<FileKind, readonly FileField[]>> = {
  leads: FILE_FIELDS.filter((field) => FIELD_FACTS[field].kinds.includes('leads')),
  deposits: [
    'leadId',
    ...FILE_FIELDS.filter((field) => field !== 'leadId' && FIELD_FACTS[field].kinds.includes('deposits')),
  ],
}

/** Without what stands in brackets at its end, such as the clock of our own files, `Created at (GMT+2)`. */
function foldHeading(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/\([^()]*\)\s*$/, '')
    .replace(/[^a-z0-9]+/g, '')
}

/** The reason that a mapping cannot be used for a file with these columns, and its field; null if it can. */
export function refuseMapping(
  { rows, columns, constants }: FileMapping,
  known: readonly string[],
): { field: FileField; reason: string } | null {
  const has = (field: FileField) => columns[field] !== undefined || Boolean(Reflect.get(constants, field))
  for (const field of FILE_FIELDS) {
    const heading = columns[field]
    if (heading !== undefined && !known.includes(heading)) {
      return {
        field,
        reason: `The file has no column “${heading}”. Choose another one for ${FIELD_FACTS[field].label}.`,
      }
    }
  }
  if (rows === 'deposits') {
    if (has('leadId') || has('email')) return null
    return {
      field: 'leadId',
      reason: 'Choose the column that identifies the lead of a deposit: the lead id or the e-mail.',
    }
  }
  if (!has('createdAt'))
    return { field: 'createdAt', reason: 'Choose the column with the time at which a lead registered.' }
  const lacking = (['geo', 'sourceNumber', 'advertiserId'] as const).find((field) => !has(field))
  if (!lacking) return null
  const label = FIELD_FACTS[lacking].label.toLowerCase()
  return { field: lacking, reason: `Choose the column of the ${label}, or write the one ${label} that all rows have.` }
}
