import type { Segment, TermName, Terms } from './segments.ts'

/** What was read of one cap, before anything is judged. */
export interface ReadRow {
  /** The lines it was read from, counted from 1. */
  lines: number[]
  geo: string
  terms: Terms
  notes: string[]
  problems: string[]
}

export interface UnreadPiece {
  line: number
  text: string
  /** Why, where there is more to say than that it is unknown. */
  reason: string | null
}

const NO_GEO = 'The geo is missing.'
const UNNAMED = (numbers: readonly string[]) =>
  `It is not said what ${numbers.join(', ').replace(/, ([^,]*)$/, ' and $1')} ${numbers.length === 1 ? 'is' : 'are'}. Name ${numbers.length === 1 ? 'it' : 'them'}: cap 20, source 44.`

const OF_WHICH = (line: number) =>
  `Line ${line} may be said of this cap alone or of all above it. Write it above them, or beside each.`

const OF_ONE_OR_ALL = (line: number) =>
  `Line ${line} may be said of one cap below the geo or of all of them. Write it above the geo, or beside each cap.`

const NO_CAP_BELOW = 'There is no cap below that this could be said of.'

/** A line with a geo and at most a day, below which caps are listed. */
interface Heading {
  /** What its own line says: that is said of all its caps. */
  terms: Terms
  notes: readonly string[]
  rows: ReadRow[]
  /** What lines of their own say below it that may be meant for more than one of its caps. */
  said: { line: number; names: readonly TermName[] }[]
  /** Of lines above its first cap: they may be about all of them. */
  problems: string[]
}

/** Rows as the lines come: what stands above is inherited, what stands below a geo completes it. */
export class Blocks {
  readonly rows: ReadRow[] = []
  readonly unread: UnreadPiece[] = []
  /** Said above all that follows. */
  #header: Terms = {}
  /** How it was taken, with what it was said of. */
  #headerNotes: { names: readonly TermName[]; notes: readonly string[] }[] = []
  /** Lines of the header that no cap has followed yet. */
  #waiting: UnreadPiece[] = []
  /** Those of the paragraph, in which a line below may be meant for all. */
  #paragraph: ReadRow[] = []
  /** The rows that the lines below may still be about. */
  #open: { rows: ReadRow[]; isLabelled: boolean; heading: Heading | null } | null = null
  readonly #headings: Heading[] = []
  /** Those about which a line below their cap says something. */
  readonly #completed = new Set<ReadRow>()
  #isAfterBlank = false
  /** Whether the paragraph names no geo and more than a cap: then it is another one of the labelled geo above. */
  #isOwnBlock = false
  /** What a labelled block says below its geo: that it does not take from above. */
  #saidBelow: ReadonlySet<string> = new Set()
  /** Why what was inherited may be wrong. */
  #doubt: string | null = null

  /**
   * A blank line ends what is said of a geo, unless that was labelled: then its lines are, too. Where the lines below
   * have a geo of their own they are about that, in whatever order, once the one above has its cap.
   */
  endParagraph(next: readonly Segment[]): void {
    this.#isAfterBlank = true
    this.#paragraph = []
    this.#saidBelow = namesBelowGeo(next)
    this.#isOwnBlock = !next.some(hasGeo) && new Set(next.flatMap(({ terms }) => termNames(terms))).size > 1
    const isDone = this.#open?.rows.every(({ terms }) => terms.cap !== undefined) && next.some(hasGeo)
    if (isDone || this.#open?.isLabelled === false) this.#open = null
  }

  addLine(line: number, text: string, segments: readonly Segment[]): void {
    for (const segment of segments) {
      const isTold = segment.geos.length > 0 ? this.#addGeos(line, segment) : this.#addTerms(line, text, segment)
      // A line that is told as a whole is not told in pieces.
      if (!isTold) this.unread.push(...asidesOf(line, segment))
    }
    this.#isAfterBlank = false
  }

  end(): void {
    this.unread.push(...this.#waiting)
    this.#waiting = []
    for (const heading of this.#headings) doubtListed(heading)
  }

  #addGeos(line: number, segment: Segment): boolean {
    const { terms, problems } = nameNumbers(segment, this.#header)
    const said = [...segment.problems, ...problems]
    const isBare = termNames(terms).every((name) => name === 'date') && said.length === 0
    const heading = isBare ? { terms, notes: segment.notes, rows: [], said: [], problems: [] } : null
    if (heading) this.#headings.push(heading)
    this.#addRows(line, { ...segment, terms, problems: said }, heading)
    return false
  }

  /** A line without a geo completes the one above, adds a cap to it, or is said of all that follows. */
  #addTerms(line: number, text: string, segment: Segment): boolean {
    const { terms, problems } = nameNumbers(segment, this.#open?.rows[0]?.terms ?? this.#header)
    const read = { ...segment, terms, problems: [...segment.problems, ...problems] }
    const names = termNames(terms)
    if (names.length === 0 && read.problems.length === 0) return false
    // `Paused:` is said of the caps below it.
    const isHeading = names.length === 0 && text.endsWith(':')
    if (this.#open && !isHeading && this.#isAbout(names)) {
      this.#complete(line, read)
      return false
    }
    // Where a heading gave the cap above its number, another one is the next heading.
    if (this.#open?.heading && terms.cap !== undefined && (this.#header.cap === undefined || this.#isOwnBlock)) {
      this.#addListed(line, read, this.#open.heading, this.#open.isLabelled)
      return false
    }
    this.#open = null
    const reason = read.problems[0] ?? (segment.numbers.length > 0 ? NO_GEO : null)
    if (reason !== null) {
      // It said something of the caps below, which they must not be saved without: `No leads:` and `❌` head a list, `not sure yet` does not.
      if (names.length > 0 || text.endsWith(':') || !/[\p{L}\p{N}]/u.test(text))
        this.#doubt = `Line ${line}, which is above it, is not clear.`
      this.unread.push({ line, text, reason })
      return true
    }
    this.#doubt = null
    this.#header = { ...this.#header, ...terms }
    this.#saidBelow = new Set([...this.#saidBelow].filter((name) => !Object.hasOwn(terms, name)))
    const standing = this.#headerNotes.filter((said) => !said.names.some((name) => names.includes(name)))
    this.#headerNotes = [...standing, { names, notes: read.notes }]
    this.#waiting.push({ line, text, reason: NO_CAP_BELOW })
    return false
  }

  /** Whether a line is about the rows above: all that it says is missing there. Behind a blank line a day heads what follows. */
  #isAbout(names: readonly TermName[]): boolean {
    if (this.#isAfterBlank && names.every((name) => name === 'date')) return false
    return this.#open?.rows.every(({ terms }) => names.every((name) => terms[name] === undefined)) === true
  }

  #complete(line: number, segment: Segment): void {
    const names = termNames(segment.terms)
    this.#doubtOthers(line, names)
    this.#keepSaid(line, names, segment.problems)
    for (const row of this.#open?.rows ?? []) {
      if (row.terms.cap !== undefined) this.#completed.add(row)
      Object.assign(row.terms, segment.terms)
      row.lines.push(line)
      row.notes.push(...segment.notes)
      row.problems.push(...segment.problems)
    }
  }

  /** Below a heading: what stands above its first cap may be said of all its caps, a day wherever it stands. */
  #keepSaid(line: number, names: readonly TermName[], problems: readonly string[]): void {
    const heading = this.#open?.heading
    if (!heading) return
    const isAboveCaps = !names.includes('cap') && heading.rows.every(({ terms }) => terms.cap === undefined)
    if (isAboveCaps) heading.problems.push(...problems)
    if (isAboveCaps || names.includes('date')) {
      heading.said.push({ line, names: isAboveCaps ? names : ['date'] })
    }
  }

  /** `DE tomorrow\ncap 20 #44\ncap 30 #51`: another cap of the heading above. */
  #addListed(line: number, segment: Segment, heading: Heading, isLabelled: boolean): void {
    const geos = [...new Set(heading.rows.map((row) => row.geo))]
    const terms = { ...heading.terms, ...segment.terms }
    const notes = [...(segment.terms.date === undefined ? heading.notes : []), ...segment.notes]
    const problems = [...heading.problems, ...segment.problems]
    this.#addRows(line, { ...segment, geos, isLabelled, terms, notes, problems }, heading)
  }

  /** `DE 20\nAT 30\ntomorrow`: what stands below several caps may be said of the last or of all. */
  #doubtOthers(line: number, names: readonly TermName[]): void {
    const own = this.#open?.rows ?? []
    const others = this.#paragraph.filter(
      (row) =>
        !own.includes(row) &&
        names.every((name) => row.terms[name] === undefined) &&
        (row.lines.length === 1 || names.includes('date') || this.#isListedWith(row)),
    )
    if (names.length === 0 || others.length === 0) return
    for (const row of [...others, ...own]) row.problems.push(OF_WHICH(line))
    this.#open?.heading?.problems.push(OF_WHICH(line))
  }

  /** Another cap of the heading that the rows above have, of which no line below it says anything. */
  #isListedWith(row: ReadRow): boolean {
    return this.#open?.heading?.rows.includes(row) === true && !this.#completed.has(row)
  }

  #addRows(line: number, { geos, terms, notes, problems, isLabelled }: Segment, heading: Heading | null): void {
    const header: Terms = Object.fromEntries(
      Object.entries(this.#header).filter(([name]) => !this.#saidBelow.has(name)),
    )
    const isInherited = (name: TermName) => header[name] !== undefined && terms[name] === undefined
    const inherited = this.#headerNotes.filter((said) => said.names.some(isInherited))
    const rows = geos.map((geo) => ({
      lines: [line],
      geo,
      terms: { ...header, ...terms },
      notes: [...inherited.flatMap((said) => said.notes), ...notes],
      problems: [...problems, ...(this.#doubt === null ? [] : [this.#doubt])],
    }))
    this.rows.push(...rows)
    this.#paragraph.push(...rows)
    heading?.rows.push(...rows)
    this.#open = { rows, isLabelled, heading }
    this.#waiting = []
  }
}

/** `DE\n10-18\ncap 20 #44\ncap 30 #51`: are the hours those of the first cap or of both? */
function doubtListed({ rows, said }: Heading): void {
  for (const { line, names } of said) {
    if (!rows.some(({ terms }) => names.some((name) => terms[name] === undefined))) continue
    for (const { problems } of rows) if (!problems.includes(OF_WHICH(line))) problems.push(OF_ONE_OR_ALL(line))
  }
}

function hasGeo({ geos }: Segment): boolean {
  return geos.length > 0
}

/** Of a paragraph about one labelled geo; where something is said once more another cap of it begins. */
function namesBelowGeo(paragraph: readonly Segment[]): ReadonlySet<string> {
  const [head, ...others] = paragraph.filter(hasGeo)
  const said = new Set<string>()
  if (!head?.isLabelled || others.length > 0) return said
  for (const { terms } of paragraph.slice(paragraph.indexOf(head) + 1)) {
    const names = termNames(terms)
    if (names.some((name) => said.has(name))) return said
    for (const name of names) said.add(name)
  }
  return said
}

/** What was not understood and is told beside the rows; what keeps a row is told there. */
function asidesOf(line: number, { unread, problems }: Segment): UnreadPiece[] {
  const told = problems.join(' ')
  return unread.filter((text) => !told.includes(`“${text}”`)).map((text) => ({ line, text, reason: null }))
}

/** Of numbers without a name the first is the cap and the second the source, where neither is named. */
function nameNumbers({ terms, numbers, geos }: Segment, known: Terms): { terms: Terms; problems: string[] } {
  const [first, second, ...more] = numbers
  if (first === undefined) return { terms, problems: [] }
  const isWhole = (value: string) => /^\d+$/.test(value)
  const isCapFree = terms.cap === undefined && (geos.length > 0 || known.cap === undefined)
  if (!isCapFree || more.length > 0 || (second !== undefined && terms.source !== undefined)) {
    return { terms, problems: [UNNAMED(numbers)] }
  }
  if (second !== undefined && !isWhole(second)) return { terms, problems: [UNNAMED(numbers)] }
  // `20 1200 10%`: a price without its plus sooner than a source.
  if (second !== undefined && second.length > 2 && terms.crg !== undefined && terms.cpa === undefined) {
    return { terms, problems: [UNNAMED(numbers)] }
  }
  // What was said above of all is not overruled by a number that nothing names.
  const isOther = (value: string | undefined, above: string | undefined) =>
    value !== undefined && above !== undefined && value !== above
  if (isOther(first, known.cap) || isOther(second, known.source)) return { terms, problems: [UNNAMED(numbers)] }
  return { terms: { ...terms, cap: first, ...(second !== undefined && { source: second }) }, problems: [] }
}

function termNames(terms: Terms): TermName[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of `Terms`, which has no others
  return Object.keys(terms) as TermName[]
}
