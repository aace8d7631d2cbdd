// The first calls are made while most of the script is still loading (`first-calls.ts`). A caller takes the answer from
// here as if it had just requested it.

/** The channel on which tabs share the one stream of changes. */
export const CHANGES_CHANNEL = 'capline.events'

interface Asked {
  authorization: string | undefined
  response: Promise<Response>
}

const asked = new Map<string, Asked>()
let changes: BroadcastChannel | null = null
/** Another tab may hear of a change before this one listens itself. */
let isBehind = false

export function askAhead(url: string, token: string | null): Promise<Response> {
  changes ??= hearChanges()
  const authorization = token === null ? undefined : `Bearer ${token}`
  const response = fetch(url, { headers: authorization === undefined ? {} : { authorization } })
  // The taker of the answer handles a failure.
  response.catch(() => undefined)
  asked.set(url, { authorization, response })
  return response
}

/** The answer that is here or on its way, once and for the same token only. */
export function takeAhead(url: string, authorization: string | undefined): Promise<Response> | undefined {
  const found = asked.get(url)
  asked.delete(url)
  return found?.authorization === authorization ? found?.response : undefined
}

/** Whether something was told of changes since the first calls were made; for when a tab begins to listen itself. */
export function isAheadBehind(): boolean {
  return isBehind
}

/** An answer from before a change is requested again. */
function hearChanges(): BroadcastChannel {
  const channel = new BroadcastChannel(CHANGES_CHANNEL)
  channel.addEventListener('message', () => {
    isBehind = true
    asked.clear()
  })
  return channel
}
