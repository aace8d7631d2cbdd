const HEARTBEAT = { every: 2_000, patience: 4_000 } as const

/**
 * Asks a connection of its own something small, again and again, and tells when no answer comes: a broken network is
 * silent, and TCP waits for minutes. Silence is noticed in at most 6 s. Answers with what stops it.
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
