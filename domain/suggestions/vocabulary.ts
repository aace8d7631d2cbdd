import type { SuggestionKind } from './suggestion.ts'

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
