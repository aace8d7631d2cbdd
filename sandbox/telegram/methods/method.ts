import type { Answer } from '../answer.ts'
import type { Params } from '../params.ts'
import type { State } from '../state.ts'

export interface MethodCall {
  state: State
  params: Params
  /** Aborted when the caller hangs up. */
  signal: AbortSignal
}

/** One method of the Bot API: reads its parameters and answers as Telegram would. */
export type Method = (call: MethodCall) => Answer | Promise<Answer>
