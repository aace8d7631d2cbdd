import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A port of this machine that nobody listens at just now. */
export function findFreePort(): Promise<number> {
  return tryPort(0)
}

/** One that no system gives to a connection, so that it is free also once whoever listened at it has ended. */
export async function findLastingPort(): Promise<number> {
  for (let port = 20_000 + (process.pid % 10_000); ; port += 1) {
    const free = await tryPort(port).catch(() => null)
    if (free !== null) return free
  }
}

async function tryPort(port: number): Promise<number> {
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

/**
 * A way to a server that can swallow everything without closing, as a pulled cable does; who connects after that gets
 * through again.
 */
export async function createNetwork(url: string): Promise<{ url: string; fallSilent(): void; close(): void }> {
  const server = new URL(url)
  const sockets: Socket[] = []
  const network = createServer((near) => {
    const far = connect(Number(server.port), server.hostname)
    for (const socket of [near, far]) socket.on('error', () => undefined)
    near.pipe(far).pipe(near)
    sockets.push(near, far)
  })
  await new Promise<void>((resolve) => network.listen(0, '127.0.0.1', resolve))
  const address = network.address()
  if (address === null || typeof address === 'string') throw new Error('a TCP server without a port')
  const entrance = new URL(url)
  entrance.port = String(address.port)
  return {
    url: entrance.href,
    fallSilent: () => sockets.forEach((socket) => socket.unpipe().pause()),
    close() {
      sockets.forEach((socket) => socket.destroy())
      network.close()
    },
  }
}
