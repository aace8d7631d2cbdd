import { accept, badRequest } from '../answer.ts'
import { readFlag, readText } from '../params.ts'
import type { Method } from './method.ts'

const LOCAL = /^http:\/\/(?:127\.0\.0\.1|localhost|\[::1\])[:/]/

/** Telegram takes HTTPS only; here plain HTTP on this machine too. */
export const setWebhook: Method = ({ state, params }) => {
  const url = readText(params, 'url')
  const secret = readText(params, 'secret_token')
  if (url !== '' && !url.startsWith('https://') && !LOCAL.test(url)) {
    return badRequest('bad webhook: An HTTPS URL must be provided for webhook')
  }
  if (!/^[\w-]{0,256}$/.test(secret)) return badRequest('bad webhook: secret token contains unallowed characters')
  if (readFlag(params, 'drop_pending_updates')) state.updates.drop()
  state.webhook.set(url === '' ? null : { url, secret })
  return accept(true)
}

export const deleteWebhook: Method = ({ state, params }) => {
  if (readFlag(params, 'drop_pending_updates')) state.updates.drop()
  state.webhook.set(null)
  return accept(true)
}

export const getWebhookInfo: Method = ({ state }) =>
  accept({
    url: state.webhook.get()?.url ?? '',
    has_custom_certificate: false,
    pending_update_count: state.updates.waitingCount(),
  })
