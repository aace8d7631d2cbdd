import { accept, refuse, type Result } from '#domain/kernel/result.ts'
import type { SuggestionKind } from './suggestion.ts'
import { listWords } from './vocabulary.ts'

/** A suggestion to be worded: its facts, and one way of saying them (docs/rules.md, Suggestions). */
export interface WordingTask {
  kind: SuggestionKind
  /** A sentence or two with each fact once, as `{name}`. */
  template: string
  /** By name: whole phrases, such as `about 14 more leads`. */
  facts: Readonly<Record<string, string>>
}

/** Why a template of a model is not used. */
export type WordingRefusal =
  | { reason: 'wording.too-long' }
  /** A name without a fact. */
  | { reason: 'wording.unknown-fact'; name: string }
  | { reason: 'wording.missing-fact'; name: string }
  | { reason: 'wording.repeated-fact'; name: string }
  /** Neither a word, nor a plain mark, nor a fact. */
  | { reason: 'wording.character'; text: string }
  /** A word that is not in the list. It could be a number, a name, a geo, a comparison or a denial. */
  | { reason: 'wording.word'; word: string }

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
  if (text.length > LONGEST_WORDING) return refuse({ reason: 'wording.too-long' })
  const missing = new Set(Object.keys(task.facts))
  const words = new Set(listWords(task.kind, task.template))
  let at = 0
  while (at < text.length) {
    PIECE.lastIndex = at
    const piece = PIECE.exec(text)
    if (!piece) return refuse({ reason: 'wording.character', text: text.slice(at, at + 20) })
    const { fact, word } = piece.groups ?? {}
    if (fact !== undefined && !missing.delete(fact)) {
      const reason = Object.hasOwn(task.facts, fact) ? 'wording.repeated-fact' : 'wording.unknown-fact'
      return refuse({ reason, name: fact })
    }
    if (word !== undefined && !isPlain(words, word, text.slice(0, at))) return refuse({ reason: 'wording.word', word })
    at = PIECE.lastIndex
  }
  const [name] = missing
  return name === undefined ? accept(text) : refuse({ reason: 'wording.missing-fact', name })
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

/** A refusal in words, for the log. */
export function describeWordingRefusal(refusal: WordingRefusal): string {
  switch (refusal.reason) {
    case 'wording.too-long':
      return `longer than ${LONGEST_WORDING} characters`
    case 'wording.unknown-fact':
      return `{${refusal.name}} is no fact of it`
    case 'wording.missing-fact':
      return `{${refusal.name}} is missing`
    case 'wording.repeated-fact':
      return `{${refusal.name}} stands in it more than once`
    case 'wording.character':
      return `no plain text at "${refusal.text}"`
    case 'wording.word':
      return `"${refusal.word}" is not among the words that may stand in it`
  }
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
