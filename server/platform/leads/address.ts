import { mayCarrySecrets } from '../loopback.ts'
import type { LeadApiFailure } from './failure.ts'

/** Why requests must not go to this address, or null where they may: tokens travel over https, or not at all. */
export function refuseAddress(url: URL, options: { allowHttp: boolean }): LeadApiFailure | null {
  if (url.username || url.password) {
    return { reason: 'lead_api.insecure', message: 'The address of the lead API must not have a user name in it.' }
  }
  if (options.allowHttp || mayCarrySecrets(url)) return null
  return { reason: 'lead_api.insecure', message: 'The address of the lead API must begin with https://.' }
}

/** Whether a redirect stays with the host that was configured, and as safe as it was. */
export function staysHome(from: URL, to: URL): boolean {
  return from.host === to.host && (from.protocol === to.protocol || to.protocol === 'https:')
}
