/** One call of the bot, as it arrived and as it ended. */
export interface Call {
  id: number
  method: string
  /** Epoch milliseconds. */
  at: number
  body: Record<string, unknown>
  /** The HTTP status; 0 where the connection was dropped; null while it runs. */
  status: number | null
  description?: string
  /** It came before the end of a pause that an earlier 429 had asked for. */
  isEarly?: true
}

export interface CallFilter {
  method?: string
  chatId?: number
}

export interface CallLog {
  begin(method: string, at: number, body: Record<string, unknown>): Call
  list(filter?: CallFilter): readonly Call[]
  clear(): void
  /** Called with every call that begins. */
  readonly listeners: Set<(call: Call) => void>
}

const KEPT = 20_000

export function createCallLog(): CallLog {
  let calls: Call[] = []
  let nextId = 1
  const listeners = new Set<(call: Call) => void>()
  return {
    listeners,
    begin(method, at, body) {
      const call: Call = { id: nextId, method, at, body, status: null }
      nextId += 1
      calls.push(call)
      if (calls.length > KEPT * 2) calls = calls.slice(-KEPT)
      for (const listener of listeners) listener(call)
      return call
    },
    list: (filter = {}) =>
      calls.filter(
        (call) =>
          (filter.method === undefined || call.method.toLowerCase() === filter.method.toLowerCase()) &&
          (filter.chatId === undefined || call.body['chat_id']?.toString() === filter.chatId.toString()),
      ),
    clear() {
      calls = []
    },
  }
}
