import type { WordingTask } from './wording.ts'
import { listWords } from './vocabulary.ts'

/**
 * What a model is asked: to say each template anew. It is told the names of facts and never a fact, so that nothing of
 * the business leaves the house, and nothing that it makes up can look like one.
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
    words: listWords(task.kind).join(' '),
  }
}
