/** A message to the summary group. It names only the host, because the rest of an address may be secret. */
export function sayWebhookFails(host: string): string {
  return [
    `The webhook to ${host} fails: nothing got through for a day, and messages were given up.`,
    'Admins see its answers in the Control Center under Webhooks, and can send the latest messages again.',
  ].join('\n')
}

/** It answered 410: the receiver wants no more messages. */
export function sayWebhookIsGone(host: string): string {
  return [
    `The webhook to ${host} is off. It answered 410: the address is no longer in use.`,
    'Admins can turn it on again in the Control Center under Webhooks. Waiting messages are kept.',
  ].join('\n')
}

/** The result of an attempt, by the status of its answer; null if there was none. */
export function sayAnswer(status: number | null): string {
  if (status === null) return 'no answer'
  if (status >= 300 && status <= 399) return `${status}, a redirect, which is not followed`
  return String(status)
}
