import { accept } from '../answer.ts'
import { readFlag } from '../params.ts'
import type { Method } from './method.ts'

export const deleteWebhook: Method = ({ state, params }) => {
  if (readFlag(params, 'drop_pending_updates')) state.updates.drop()
  return accept(true)
}

export const getWebhookInfo: Method = ({ state }) =>
  accept({ url: '', has_custom_certificate: false, pending_update_count: state.updates.waitingCount() })
