import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { advertiserCalls } from '#contract/advertisers.ts'
import { affiliateCapCalls } from '#contract/affiliate-caps.ts'
import { authCalls } from '#contract/auth.ts'
import { capCalls } from '#contract/caps.ts'
import { feedCalls } from '#contract/feeds.ts'
import { describeApi } from '#contract/openapi.ts'
import { settingCalls } from '#contract/settings.ts'
import { advertiserRoutes } from './features/advertisers/routes.ts'
import { authRoutes } from './features/auth/routes.ts'
import { authenticate } from './features/auth/service.ts'
import { affiliateCapRoutes, capRoutes } from './features/caps/routes.ts'
import { mountEvents } from './features/events/routes.ts'
import { createEventHub } from './features/events/service.ts'
import { feedRoutes } from './features/feeds/routes.ts'
import { settingRoutes } from './features/settings/routes.ts'
import { readSettings } from './features/settings/service.ts'
import { mountCalls } from './platform/http/mount.ts'
import { serveWeb } from './platform/http/static.ts'
import type { Sandbox } from './sandbox.ts'
import type { Shared } from './shared.ts'

/** The role `web`: the calls of the API and the screens. */
export async function mountWeb(
  shared: Shared,
  app: FastifyInstance,
  sandbox: Sandbox | null,
  checkAnswers: boolean,
): Promise<void> {
  const { db, clock, log } = shared
  const hub = createEventHub(shared.listener, log)
  shared.parts.defer(() => hub.close())
  const mount = {
    authenticate: (token: string) => authenticate(shared, token),
    readViewerReadOnly: async () => (await readSettings(db)).viewerReadOnly,
    idempotency: { db, clock },
    checkAnswers,
    log,
  }
  mountCalls(app, mount, authCalls, authRoutes(shared))
  mountCalls(app, mount, settingCalls, settingRoutes({ db, sandboxPage: sandbox?.telegram.page ?? null }))
  mountCalls(app, mount, advertiserCalls, advertiserRoutes({ db }))
  mountCalls(app, mount, capCalls, capRoutes({ db, clock }))
  mountCalls(app, mount, affiliateCapCalls, affiliateCapRoutes({ db, clock }))
  mountCalls(app, mount, feedCalls, feedRoutes(shared))
  mountEvents(app, { hub, authenticate: mount.authenticate })
  const description = describeApi()
  app.get('/api/openapi.json', () => description)
  await serveWeb(app, findWeb())
}

/** The built web, beside the bundle or, from source, in dist. */
function findWeb(): string {
  const here = dirname(fileURLToPath(import.meta.url))
  return here.endsWith('dist') ? join(here, 'web') : join(here, '..', 'dist', 'web')
}
