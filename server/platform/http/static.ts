import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
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
  // No file has a path with an empty part: it would be refused as one that leads out of the folder.
  app.addHook('onRequest', async (request, reply) => {
    if (/[^/]\/\//.test(pathOf(request))) return reply.callNotFound()
  })
  app.setNotFoundHandler((request, reply) => {
    const path = pathOf(request)
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    // A source may be called `brand.com`: its statement is a page all the same.
    const isFile = /\.\w+$/.test(path) && !path.startsWith('/payouts/')
    const isPage = isRead && path !== '/api' && !path.startsWith('/api/') && !isFile
    if (isBuilt && isPage) return reply.header('cache-control', 'no-cache').sendFile('index.html')
    return reply.status(404).send({ message: httpTexts.notFound })
  })
}

function pathOf({ url }: FastifyRequest): string {
  return url.split('?')[0] ?? ''
}
