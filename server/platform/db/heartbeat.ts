const HEARTBEAT = { every: 2_000, patience: 4_000 } as const

/**
 * Sends a small question on its own connection again and again, and calls `onSilence` when no answer comes: a broken
 * network is silent, and TCP waits for minutes. Silence is noticed in at most 6 s. Returns a function that stops it.
 */
export function keepHeartbeat(ask: () => Promise<unknown>, onSilence: () => void): () => void {
  const timer = setInterval(() => {
    const limit = setTimeout(onSilence, HEARTBEAT.patience)
    ask()
      .catch(onSilence)
      .finally(() => clearTimeout(limit))
  }, HEARTBEAT.every)
  timer.unref()
  return () => clearInterval(timer)
}
