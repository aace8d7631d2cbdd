async function call(method, path, body) {
  const response = await fetch(`__sandbox/${path}`, {
    method,
    ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
  })
  const answer = await response.json()
  if (!response.ok) throw new Error(answer.error)
  return answer
}

export const readState = () => call('GET', 'state')
export const readMessages = (chatId) => call('GET', `chats/${chatId}/messages`)
export const start = (chatId) => call('POST', `chats/${chatId}/start`, {})
export const say = (chatId, from, text, replyTo) =>
  call('POST', `chats/${chatId}/messages`, { from, text, ...(replyTo ? { reply_to: replyTo } : {}) })
export const press = (chatId, from, messageId, data) =>
  call('POST', `chats/${chatId}/press`, { from, message_id: messageId, button: data })
export const setBlocked = (chatId, blocked) => call('POST', `chats/${chatId}`, { blocked })
export const setBot = (chatId, bot) => call('POST', `chats/${chatId}`, { bot })

/** Calls back with everything that happens, and with null each time the line is up again after it was down. */
export function listen(onHappening) {
  const source = new EventSource('__sandbox/events')
  let wasDown = false
  source.addEventListener('message', (event) => onHappening(JSON.parse(event.data)))
  source.addEventListener('error', () => (wasDown = true))
  source.addEventListener('open', () => {
    if (wasDown) onHappening(null)
    wasDown = false
  })
}
