import { setTimeout as pause } from 'node:timers/promises'
import type { ServerProcess } from './server-process.ts'

/** Looks at what a server's process holds, until it is stopped; then it is the peak in bytes. */
export function watchMemory(server: ServerProcess) {
  const end = new AbortController()
  const watching = (async () => {
    let peak = 0
    while (!end.signal.aborted) {
      peak = Math.max(peak, await readMemory(server))
      await pause(200)
    }
    return peak
  })()
  return {
    stop() {
      end.abort()
      return watching
    },
  }
}

/** Bytes that the process holds. */
export async function readMemory({ address }: ServerProcess): Promise<number> {
  const metrics = await (await fetch(`${address}/metrics`)).text()
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(metrics)?.[1])
}
