import { accept, badRequest } from '../answer.ts'
import { readFlag, readText } from '../params.ts'
import { emit } from '../state.ts'
import type { Method } from './method.ts'

const GONE = 'query is too old and response timeout expired or query ID is invalid'
const MAX_TEXT = 200

export const answerCallbackQuery: Method = ({ state, params }) => {
  const query = state.queries.get(readText(params, 'callback_query_id'))
  if (!query) return badRequest(GONE)
  const text = readText(params, 'text')
  if (text.length > MAX_TEXT) return badRequest('MESSAGE_TOO_LONG')
  state.queries.delete(query.id)
  const answer = { queryId: query.id, text, alert: readFlag(params, 'show_alert'), url: readText(params, 'url') }
  emit(state, { kind: 'answer', chatId: query.message.chat.id, answer })
  return accept(true)
}
