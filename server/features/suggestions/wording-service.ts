import { z } from 'zod'
import { addMilliseconds, MINUTE, type Instant } from '#domain/kernel/instant.ts'
import { checkWording, writeWordingPrompt, type WordingTask } from '#domain/suggestions/wording.ts'
import type { Clock } from '#platform/clock.ts'
import type { LanguageModel } from '#platform/llm/model.ts'
import type { Log } from '#platform/log.ts'

/** Words suggestions with a language model, where one is configured. */
export type Writer = (tasks: readonly WordingTask[], signal: AbortSignal) => Promise<Wording>

export interface Wording {
  /** One for each task, in their order; where there is none, or null, its own is to be used. */
  templates: (string | null)[]
  /** Why no model worded any. */
  failure: string | null
}

interface WriterDeps {
  clock: Clock
  log: Log
  /** Null: none is configured. */
  model: LanguageModel | null
}

const Answer = z.strictObject({
  texts: z.array(z.strictObject({ id: z.string(), text: z.string() })),
})

/** After each failure in a row the model is left alone for longer, so that a sweep does not wait for it in vain. */
const PAUSES = [0, 1 * MINUTE, 5 * MINUTE, 15 * MINUTE]

export function createWriter({ clock, log, model }: WriterDeps): Writer {
  let failed: { times: number; until: Instant; message: string } | null = null
  return async (tasks, signal) => {
    if (!model || tasks.length === 0) return { templates: [], failure: null }
    const now = clock.now()
    if (failed && now < failed.until) return { templates: [], failure: failed.message }
    const asked = await model.ask({ ...writeWordingPrompt(tasks), answer: Answer }, signal)
    const milliseconds = clock.now() - now
    if (!asked.ok) {
      if (signal.aborted) return { templates: [], failure: null }
      const times = (failed?.times ?? 0) + 1
      const pause = PAUSES[Math.min(times, PAUSES.length) - 1] ?? 0
      failed = { times, until: addMilliseconds(clock.now(), pause), message: asked.message }
      log.warn({ model: model.name, milliseconds }, asked.message)
      return { templates: [], failure: asked.message }
    }
    failed = null
    const texts = Map.groupBy(asked.value.value.texts, ({ id }) => id)
    const checked = tasks.map((task, index) => checkText(task, texts.get(String(index))))
    const used = checked.filter(({ template }) => template !== null).length
    const unused = checked.flatMap(({ why }) => why ?? [])
    log.info(
      { model: model.name, milliseconds, ...asked.value.usage, ...(unused.length > 0 && { unused }) },
      `The language model worded ${used} of ${tasks.length} suggestions.`,
    )
    return { templates: checked.map(({ template }) => template), failure: null }
  }
}

function checkText(task: WordingTask, texts: readonly { text: string }[] = []) {
  const [only, ...others] = texts
  if (!only || others.length > 0) return { template: null, why: only ? 'worded more than once' : 'not worded' }
  const checked = checkWording(task, only.text)
  return checked.ok ? { template: checked.value, why: null } : { template: null, why: checked.why }
}
