import { accept, refuse, type Result } from '#domain/kernel/result.ts'
import type { SuggestionKind } from './suggestion.ts'

/** A suggestion to be worded: its facts, and one way of saying them (docs/rules.md, Suggestions). */
export interface WordingTask {
  kind: SuggestionKind
  /** A sentence or two with each fact once, as `{name}`. */
  template: string
  /** By name: whole phrases, such as `about 14 more leads`. */
  facts: Readonly<Record<string, string>>
}

/** Why a template of a model is not used. `why` is for the log. */
export interface WordingRefusal {
  reason: `wording.${'too-long' | 'unknown-fact' | 'missing-fact' | 'repeated-fact' | 'character' | 'word'}`
  why: string
}

/** Longer ones are not read. */
export const LONGEST_WORDING = 300

/**
 * A fact, a word, or a mark with the space that must follow it. A fact stands alone: nothing right before it can become a
 * part of its number, and only a space or the end of a clause follows it.
 */
const PIECE =
  /(?<=^|[ (])\{(?<fact>[a-z_]+)\}(?=$|[ .,:;)])|(?<word>[A-Za-z]+)|[.,:;)](?=$|[ .,:;)])|\((?=[A-Za-z{])| /y

/** A capital is allowed at the start of a sentence only. Elsewhere it would make a name. */
const SENTENCE_START = /(^|\. )$/

/**
 * Accepts a template that says nothing beyond its facts: every fact once, and around them only plain words of a closed list.
 * So it has no number, name or geo that is not a fact, whatever wrote it.
 */
export function checkWording(task: WordingTask, template: string): Result<string, WordingRefusal> {
  const text = template.trim()
  if (text.length > LONGEST_WORDING) {
    return refuse({ reason: 'wording.too-long', why: `longer than ${LONGEST_WORDING} characters` })
  }
  const missing = new Set(Object.keys(task.facts))
  const words = new Set(listWords(task.kind, task.template))
  let at = 0
  while (at < text.length) {
    PIECE.lastIndex = at
    const piece = PIECE.exec(text)
    if (!piece) return refuse({ reason: 'wording.character', why: `no plain text at "${text.slice(at, at + 20)}"` })
    const { fact, word } = piece.groups ?? {}
    if (fact !== undefined && !missing.delete(fact)) {
      return Object.hasOwn(task.facts, fact)
        ? refuse({ reason: 'wording.repeated-fact', why: `{${fact}} stands in it more than once` })
        : refuse({ reason: 'wording.unknown-fact', why: `{${fact}} is no fact of it` })
    }
    if (word !== undefined && !isPlain(words, word, text.slice(0, at))) {
      // It could be a number, a name, a geo, a comparison or a denial.
      return refuse({ reason: 'wording.word', why: `"${word}" is not among the words that may stand in it` })
    }
    at = PIECE.lastIndex
  }
  const [name] = missing
  return name === undefined ? accept(text) : refuse({ reason: 'wording.missing-fact', why: `{${name}} is missing` })
}

function isPlain(words: ReadonlySet<string>, word: string, before: string): boolean {
  const lower = word.toLowerCase()
  const isWritten =
    word === lower || (word === lower.replace(/^./, (first) => first.toUpperCase()) && SENTENCE_START.test(before))
  return isWritten && words.has(lower)
}

/** Puts the facts into a template. `escape` makes a fact safe for the place where it will be shown. */
export function fillWording(
  template: string,
  facts: Readonly<Record<string, string>>,
  escape: (fact: string) => string = (fact) => fact,
): string {
  return template.replace(/\{([a-z_]+)\}/g, (whole, name: string) => {
    const fact = Object.hasOwn(facts, name) ? facts[name] : undefined
    return fact === undefined ? whole : escape(fact)
  })
}

/**
 * Asks a model to say each template in other words. The model gets the names of facts and never a fact. So no business data
 * leaves the house, and nothing that the model makes up can look like a fact.
 */
export function writeWordingPrompt(tasks: readonly WordingTask[]): { system: string; user: string } {
  return { system: SYSTEM, user: JSON.stringify({ suggestions: tasks.map(describeTask) }) }
}

const SYSTEM = [
  'You word suggestions for people who plan how many leads go where each day. They are read on a phone, by somebody busy.',
  'For each suggestion say its template anew in one or two short, calm, friendly sentences with the same meaning.',
  'Names in braces, such as {subject}, stand for facts. Use each of them exactly once, as it is written, as a phrase of its own.',
  'Put no number, name, place, comparison or denial of your own around them; use only the words of its list, in lower case except at the start of a sentence, and the marks . , : ; ( ).',
  'Answer with JSON only: {"texts":[{"id":"…","text":"…"}]}, one entry for each suggestion.',
].join('\n')

function describeTask(task: WordingTask, index: number) {
  return {
    id: String(index),
    template: task.template,
    facts: Object.keys(task.facts).map((name) => `{${name}}`),
    words: listWords(task.kind, task.template).join(' '),
  }
}

// The words that a model may put around the facts of a suggestion. Left out on purpose: numbers and words like numbers (one,
// double, half, few, every), comparisons that would change a fact (below, at least, about, times), denials (not, never,
// without), names, days and months. Words of an advice are allowed only for the kind that gives it.

const COMMON = parseWords(`
  a an the this that these it its is are was were has have had be been being will would can could might should
  to of for from in on at by with and so as if because since while when after before then there here now today still
  already likely probably expected looks look looking seems seem appears shows show like pace usual usually normal normally
  day time cap caps lead leads source sources geo broker brokers affiliate affiliates
  suggest suggests suggested suggestion recommend recommended consider please worth means mean would helps help
  keep keeps based on data history numbers figures currently right good better best set change changing update
  we you your our this would make makes made sense way please check take takes note going goes go come comes coming
  came gives give given using use based reason result impact effect chance confidence evidence
  bring brings bringing track run runs running head heads heading gone expect expects capacity capture secure fit fits
  sit sits stand stands find finds finding ask asks asking helping into end ends ending ahead aim
  gain gains expected projected forecast estimate estimated likely action step next recent recently
`)

const BY_KIND: Readonly<Record<SuggestionKind, ReadonlySet<string>>> = {
  raise: parseWords(`
    raise raises raising increase increasing lift lifting higher full fills fill filling filled early sooner demand room
    more miss missed missing losing lost lose extra grow allow allows end hours strong busy
  `),
  lower: parseWords(`
    lower lowers lowering reduce reducing cut cutting trim trimming move moving shift shifting empty unused slow behind
    spare free frees freeing unlikely fill full demand elsewhere quiet weak
  `),
  silent: parseWords(`
    or silent quiet stopped stop missing traffic contact ask asking reach out issue problem something wrong delivery
    delivering
  `),
  conversion: parseWords(`
    conversion conversions convert converts converting rate guarantee guaranteed deposits deposit review reviewing talk
    quality weak poor poorly worse fall falls fallen fell low lower short terms price discuss renegotiate
  `),
  unsold: parseWords(`
    gap close closes closing bought buy buying sold sell selling unsold uncovered buyer buyers find add demand room free spare missing side planned
  `),
  unbought: parseWords(`
    gap close closes closing sold sell selling bought buy buying supply missing oversold find add side planned room covered cover short
  `),
  invalid: parseWords(`
    invalid bad wrong fake quality review reviewing share rate high higher rise rising weak check talk ask source
  `),
  'idle-hours': parseWords(`
    hours window windows idle deliver delivers delivered delivering delivery narrow shorten drop dropping close quiet empty
    working stretch rest dead
  `),
}

/** Words of an advice, by the word that our own sentence has for it. */
const BY_ADVICE: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['raise', parseWords(`raise raises raising increase increases increasing lift lifts lifting grow`)],
  ['lower', parseWords(`lower lowers lowering reduce reduces reducing cut cutting trim trimming`)],
  ['move', parseWords(`move moves moving shift shifts shifting`)],
  ['set', parseWords(`set sets setting narrow shorten`)],
])

/** All allowed words, alphabetical, for the model. The words of our own sentence are among them. */
export function listWords(kind: SuggestionKind, template: string): string[] {
  const own = template.replaceAll(/\{[a-z_]+\}/g, ' ').match(/[a-z]+/gi) ?? []
  const said = own.map((word) => word.toLowerCase())
  const advised = said.flatMap((word) => [...(BY_ADVICE.get(word) ?? [])])
  return [...new Set([...COMMON, ...BY_KIND[kind], ...said, ...advised])].toSorted()
}

function parseWords(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/))
}
