import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'

/** A server on this machine that answers as a test wants it, until it goes out of scope. */
export async function serve(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    [Symbol.dispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}
