/** The reason that a model gave no answer, as a sentence without the model's words: those are not to be trusted. */
export interface ModelFailure {
  reason: 'model.late' | 'model.unreachable' | 'model.refused' | 'model.unreadable'
  message: string
}

export function describeFailure(
  error: unknown,
  { isLate, patience }: { isLate: boolean; patience: number },
): ModelFailure {
  const status = statusOf(error)
  if (isLate || (error instanceof Error && error.name === 'APIConnectionTimeoutError')) {
    return { reason: 'model.late', message: `The language model did not answer within ${patience / 1000} seconds.` }
  }
  if (status === null) return { reason: 'model.unreachable', message: 'The language model cannot be reached.' }
  return { reason: 'model.refused', message: SENTENCES.get(status) ?? `The language model answered ${status}.` }
}

/** Whether the model does not support this way of asking. */
export function isAboutFormat(error: unknown): boolean {
  const status = statusOf(error)
  return status === 400 || status === 422 || status === 501
}

const SENTENCES: ReadonlyMap<number, string> = new Map([
  [401, 'The language model refuses the key (401). Check LLM_API_KEY.'],
  [403, 'The language model refuses the key (403). Check LLM_API_KEY.'],
  [404, 'The language model was not found (404). Check LLM_BASE_URL and LLM_MODEL.'],
  [429, 'The language model accepts no more questions for now (429).'],
])

function statusOf(error: unknown): number | null {
  const status: unknown = error instanceof Error && 'status' in error ? error.status : null
  return typeof status === 'number' ? status : null
}
