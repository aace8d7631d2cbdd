import { once } from 'node:events'
import { createServer } from 'node:net'

/** Fails as a server would that listened there now, so that a start which cannot succeed ends before it began. */
export async function probeAddress(address: { port: number; host: string }): Promise<void> {
  const server = createServer()
  server.listen(address)
  await once(server, 'listening')
  await new Promise((resolve) => server.close(resolve))
}
