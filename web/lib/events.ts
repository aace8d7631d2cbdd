import { ChangeEvent, eventCalls } from '#contract/events.ts'
import { CHANGES_CHANNEL, isAheadBehind } from './asked-ahead.ts'
import { readEventData, readTexts } from './event-stream.ts'
import { refuseSession, readToken } from './session.ts'

/** Receives the one stream of this browser. */
export interface ChangeListener {
  changed(event: ChangeEvent): void
  /** Anything may have changed unheard: the stream has just been opened, or the server was cut off from it. */
  missed(): void
}

type Heard = { kind: 'changed'; data: string } | { kind: 'opened' }

/** The server sends a comment every 20 s; a stream that is silent for this long counts as dead. */
const SILENCE_MS = 50_000
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000

/**
 * Listens to changes until stopped. HTTP/1.1 allows six connections per host, so only one tab holds the stream and
 * shares it; when it closes, another takes over. Browsers without locks hold a stream per tab.
 */
export function listenForChanges(listener: ChangeListener): () => void {
  const stop = new AbortController()
  const channel = new BroadcastChannel(CHANGES_CHANNEL)
  channel.addEventListener('message', (message: MessageEvent<Heard>) => pass(message.data, listener))
  if (isAheadBehind()) listener.missed()
  const tell = (heard: Heard) => {
    if (stop.signal.aborted) return
    channel.postMessage(heard)
    pass(heard, listener)
  }
  const lead = () => keepStreamOpen(tell, stop.signal)
  // The wait for the lock ends with an AbortError when this tab stops listening.
  if ('locks' in navigator)
    navigator.locks.request(CHANGES_CHANNEL, { signal: stop.signal }, lead).catch(() => undefined)
  else void keepStreamOpen((heard) => pass(heard, listener), stop.signal)
  return () => {
    stop.abort()
    channel.close()
  }
}

function pass(heard: Heard, listener: ChangeListener): void {
  const event = heard.kind === 'changed' ? parseEvent(heard.data) : null
  // An unknown change may concern anything: the server has missed some, or is newer.
  if (event) listener.changed(event)
  else listener.missed()
}

function parseEvent(data: string): ChangeEvent | null {
  try {
    const event = ChangeEvent.safeParse(JSON.parse(data))
    return event.success ? event.data : null
  } catch {
    return null
  }
}

async function keepStreamOpen(tell: (heard: Heard) => void, stopped: AbortSignal): Promise<void> {
  let failures = 0
  while (!stopped.aborted) {
    try {
      for await (const data of openStream(stopped, () => tell({ kind: 'opened' }))) {
        failures = 0
        if (data !== '') tell({ kind: 'changed', data })
      }
    } catch {
      // Refused, cut or silent: all the same, we try again.
    }
    if (stopped.aborted) return
    await pause(pauseAfter(failures), stopped)
    failures += 1
  }
}

async function* openStream(stopped: AbortSignal, opened: () => void): AsyncGenerator<string> {
  const silence = new AbortController()
  const signal = AbortSignal.any([stopped, silence.signal])
  const watch = { timer: setTimeout(() => silence.abort(), SILENCE_MS) }
  const token = readToken()
  try {
    const response = await fetch(`/api${eventCalls.listen.path}`, {
      headers: { accept: 'text/event-stream', authorization: `Bearer ${token ?? ''}` },
      signal,
    })
    if (response.status === 401) refuseSession(token)
    if (!response.ok || !response.body) return
    opened()
    for await (const data of readEventData(readTexts(response.body))) {
      clearTimeout(watch.timer)
      watch.timer = setTimeout(() => silence.abort(), SILENCE_MS)
      yield data
    }
  } finally {
    clearTimeout(watch.timer)
  }
}

/** Twice as long each time, with some chance, so that not all browsers reconnect to a restarted server at once. */
function pauseAfter(failures: number): number {
  const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures)
  return longest * (0.5 + Math.random() / 2)
}

/** Ends early when the network is back or people look at the page again. */
function pause(milliseconds: number, stopped: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const ended = new AbortController()
    const end = () => {
      clearTimeout(timer)
      ended.abort()
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    const { signal } = ended
    stopped.addEventListener('abort', end, { signal })
    window.addEventListener('online', end, { signal })
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && end(), { signal })
  })
}
