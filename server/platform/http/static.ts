import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { httpTexts } from '#contract/texts/http.ts'

/** Serves the built web. Any path that is neither a file nor an API call gets the single page. */
export async function serveWeb(app: FastifyInstance, root: string): Promise<void> {
  const isBuilt = existsSync(join(root, 'index.html'))
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root,
      // Files are found on demand: a route per file would take longer than the rest of the start.
      wildcard: true,
      preCompressed: true,
      setHeaders(reply, path) {
        const isHashed = path.includes('/assets/')
        reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const isPage = isRead && path !== '/api' && !path.startsWith('/api/') && !/\.\w+$/.test(path)
    if (isBuilt && isPage) return reply.header('cache-control', 'no-cache').sendFile('index.html')
    return reply.status(404).send({ message: httpTexts.notFound })
  })
}
