import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { advertiserCalls } from '#contract/advertisers.ts'
import { analyticsCalls } from '#contract/analytics.ts'
import { authCalls } from '#contract/auth.ts'
import { botCalls } from '#contract/bot.ts'
import { broadcastCalls } from '#contract/broadcasts.ts'
import { affiliateCapCalls, capCalls } from '#contract/caps.ts'
import { closingCalls } from '#contract/closings.ts'
import { feedTestCalls } from '#contract/feed-test.ts'
import { feedStatusCalls } from '#contract/feed-status.ts'
import { feedCalls } from '#contract/feeds.ts'
import { leadCalls } from '#contract/leads.ts'
import { logCalls } from '#contract/logs.ts'
import { describeApi, type ApiDocument } from '#contract/openapi.ts'
import { passkeyCalls } from '#contract/passkeys.ts'
import { payoutDetailCalls } from '#contract/payout-details.ts'
import { payoutCalls } from '#contract/payouts.ts'
import { publisherCalls } from '#contract/publishers.ts'
import { sessionCalls } from '#contract/sessions.ts'
import { settingCalls } from '#contract/settings.ts'
import { statementCalls } from '#contract/statements.ts'
import { suggestionCalls } from '#contract/suggestions.ts'
import { teamCalls } from '#contract/team.ts'
import { zoneCalls } from '#contract/zone.ts'
import { analyticsRoutes } from './features/analytics/routes.ts'
import { describeTelegram, mountBotWebhook } from './bot.ts'
import { authRoutes } from './features/auth/routes.ts'
import { passkeyRoutes } from './features/auth/passkey-routes.ts'
import { requirePasskeys } from './features/auth/passkey-service.ts'
import { authenticate } from './features/auth/service.ts'
import { botRoutes } from './features/bot/routes.ts'
import { broadcastRoutes } from './features/broadcasts/routes.ts'
import { sessionRoutes } from './features/auth/session-routes.ts'
import { capRoutes } from './features/caps/routes.ts'
import { closingRoutes } from './features/closings/routes.ts'
import { mountEvents } from './features/events/routes.ts'
import { createEventHub } from './features/events/service.ts'
import { feedTestRoutes } from './features/feeds/probe-routes.ts'
import { feedRoutes } from './features/feeds/routes.ts'
import { feedStatusRoutes } from './features/feeds/status-routes.ts'
import { leadRoutes } from './features/leads/routes.ts'
import { zoneRoutes } from './features/leads/zone-routes.ts'
import { changeZone, createZonePreview } from './features/leads/zone-service.ts'
import { logRoutes } from './features/logs/routes.ts'
import { advertiserRoutes, publisherRoutes } from './features/partners/routes.ts'
import { payoutDetailRoutes } from './features/payouts/detail-routes.ts'
import { payoutRoutes } from './features/payouts/routes.ts'
import { settingRoutes, type SettingRouteDeps } from './features/settings/routes.ts'
import { readSettings } from './features/settings/service.ts'
import { statementRoutes } from './features/statements/routes.ts'
import { createForecastCaches } from './features/suggestions/forecast-service.ts'
import { suggestionRoutes } from './features/suggestions/routes.ts'
import { teamRoutes } from './features/team/routes.ts'
import { createAnswerCache } from './platform/answer-cache.ts'
import { createKeptAnswers } from './platform/http/kept-answers.ts'
import { mountCalls } from './platform/http/mount.ts'
import { inArea } from './platform/log.ts'
import { createNotePad } from './platform/note-pad.ts'
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
    kept: createKeptAnswers(),
    checkAnswers,
    isBehindTls: shared.isBehindTls,
    log,
  }
  const signIn = { ...inArea(shared, 'auth'), noted: createNotePad() }
  mountCalls(app, mount, authCalls, authRoutes(signIn))
  mountCalls(app, mount, passkeyCalls, passkeyRoutes(signIn))
  mountCalls(app, inArea(mount, 'settings'), settingCalls, settingRoutes(describeSettings(shared, sandbox)))
  mountCalls(
    app,
    inArea(mount, 'settings'),
    zoneCalls,
    zoneRoutes({ db, previewZone: createZonePreview({ db, clock }) }),
  )
  mountCalls(app, inArea(mount, 'auth'), sessionCalls, sessionRoutes(shared))
  mountCalls(app, inArea(mount, 'team'), teamCalls, teamRoutes({ db, clock }))
  mountCalls(app, inArea(mount, 'advertisers'), advertiserCalls, advertiserRoutes({ db, clock }))
  mountCalls(app, inArea(mount, 'publishers'), publisherCalls, publisherRoutes({ db, clock }))
  mountCalls(app, mount, capCalls, capRoutes({ db, clock }, 'broker'))
  mountCalls(app, mount, affiliateCapCalls, capRoutes({ db, clock }, 'affiliate'))
  mountCalls(app, mount, feedCalls, feedRoutes(inArea(shared, 'sync')))
  mountCalls(app, mount, feedStatusCalls, feedStatusRoutes(inArea(shared, 'sync')))
  mountCalls(app, mount, feedTestCalls, feedTestRoutes(inArea(shared, 'sync')))
  mountCalls(app, inArea(mount, 'payouts'), payoutCalls, payoutRoutes(shared))
  mountCalls(app, inArea(mount, 'payouts'), payoutDetailCalls, payoutDetailRoutes({ db }))
  mountCalls(app, inArea(mount, 'payouts'), closingCalls, closingRoutes(inArea(shared, 'payouts')))
  mountCalls(app, inArea(mount, 'payouts'), statementCalls, statementRoutes({ db, clock }))
  mountCalls(
    app,
    inArea(mount, 'analytics'),
    analyticsCalls,
    analyticsRoutes({ db, clock, cache: createAnswerCache(clock) }),
  )
  mountCalls(
    app,
    inArea(mount, 'ai'),
    suggestionCalls,
    suggestionRoutes({ ...inArea(shared, 'ai'), kept: createForecastCaches(clock) }),
  )
  mountCalls(app, mount, botCalls, botRoutes({ ...inArea(shared, 'bot'), ...describeTelegram(shared) }))
  mountCalls(app, inArea(mount, 'broadcast'), broadcastCalls, broadcastRoutes(inArea(shared, 'broadcast')))
  mountCalls(app, inArea(mount, 'system'), leadCalls, leadRoutes(shared))
  mountCalls(app, mount, logCalls, logRoutes({ db }))
  mountBotWebhook(shared, app)
  mountEvents(app, { hub, authenticate: mount.authenticate })
  let description: ApiDocument | undefined
  app.get('/api/openapi.json', () => (description ??= describeApi()))
  await serveWeb(app, findWeb())
}

function describeSettings(shared: Shared, sandbox: Sandbox | null): SettingRouteDeps {
  const zoneDeps = inArea(shared, 'settings')
  return {
    ...shared,
    sandboxPage: sandbox?.telegram.page ?? null,
    readToken: describeTelegram(shared).readToken,
    requirePasskeys: (caller) => requirePasskeys(shared, caller),
    changeZone: (member, zone) => changeZone(zoneDeps, member, zone),
  }
}

/** The built web, beside the bundle or, from source, in dist. */
function findWeb(): string {
  const here = import.meta.dirname
  return here.endsWith('dist') ? join(here, 'web') : join(here, '..', 'dist', 'web')
}
