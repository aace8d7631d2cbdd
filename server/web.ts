import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { answeredCalls, keyGroupOf } from '#contract/calls.ts'
import { describeApi } from '#contract/openapi.ts'
import { analyticsFileRoutes } from './features/analytics/file-routes.ts'
import { analyticsRoutes } from './features/analytics/routes.ts'
import type { Summary } from './features/analytics/service.ts'
import { describeTelegram, mountBotWebhook } from './bot.ts'
import { apiKeyRoutes } from './features/api-keys/routes.ts'
import { authenticateKey } from './features/api-keys/service.ts'
import { authRoutes } from './features/auth/routes.ts'
import { passkeyRoutes } from './features/auth/passkey-routes.ts'
import { requirePasskeys } from './features/auth/passkey-service.ts'
import { authenticate } from './features/auth/service.ts'
import { boardViewRoutes } from './features/board/routes.ts'
import { botRoutes } from './features/bot/routes.ts'
import { broadcastRoutes } from './features/broadcasts/routes.ts'
import { sessionRoutes } from './features/auth/session-routes.ts'
import { capReadingRoutes } from './features/cap-text/reading-routes.ts'
import { capTextRoutes } from './features/cap-text/routes.ts'
import { followNames } from './features/caps/service.ts'
import { capRoutes } from './features/caps/routes.ts'
import { closingRoutes } from './features/closings/routes.ts'
import { mountEvents } from './features/events/routes.ts'
import { createEventHub } from './features/events/service.ts'
import { connectorRoutes } from './features/connectors/routes.ts'
import { feedTestRoutes } from './features/feeds/probe-routes.ts'
import { feedRoutes } from './features/feeds/routes.ts'
import { followConnector } from './features/feeds/status-service.ts'
import { readFreshness } from './features/feeds/service.ts'
import { feedStatusRoutes } from './features/feeds/status-routes.ts'
import { leadColumnRoutes, leadListRoutes } from './features/lead-list/routes.ts'
import { statusRoutes, zoneRoutes } from './features/leads/routes.ts'
import { changeZone, createZonePreview } from './features/leads/zone-service.ts'
import { limitRoutes } from './features/limits/routes.ts'
import { logRoutes } from './features/logs/routes.ts'
import { mountMcp } from './features/mcp/routes.ts'
import { advertiserRoutes, publisherRoutes } from './features/partners/routes.ts'
import type { PartnerEditDeps } from './features/partners/service.ts'
import { pauseRoutes } from './features/pauses/routes.ts'
import { payoutDetailRoutes } from './features/payouts/detail-routes.ts'
import { payoutRoutes } from './features/payouts/routes.ts'
import { dayPlanRoutes } from './features/plans/day-routes.ts'
import { dayOffRoutes } from './features/plans/day-off-routes.ts'
import { planRoutes } from './features/plans/routes.ts'
import { scheduleRoutes } from './features/schedules/routes.ts'
import { settingRoutes, type SettingRouteDeps } from './features/settings/routes.ts'
import { readSettings } from './features/settings/service.ts'
import { statementRoutes } from './features/statements/routes.ts'
import { createForecastCaches } from './features/suggestions/forecast-service.ts'
import { suggestionRoutes } from './features/suggestions/routes.ts'
import { teamRoutes } from './features/team/routes.ts'
import { uploadRoutes } from './features/uploads/routes.ts'
import { webhookRoutes } from './features/webhooks/routes.ts'
import { whyRoutes } from './features/why/routes.ts'
import { createAnswerCache } from './platform/answer-cache.ts'
import type { Database } from './platform/db/database.ts'
import { isMeantAsApiKey } from './platform/api-key-token.ts'
import { createAdmission, type Found } from './platform/http/admission.ts'
import { packText, sendPacked, type PackedText } from './platform/http/compression.ts'
import { createKeptAnswers } from './platform/http/kept-answers.ts'
import { mountAll } from './platform/http/mount.ts'
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
  const { db, replica, clock, log } = shared
  const hub = createEventHub(shared.listener, log)
  shared.parts.defer(() => hub.close())
  shared.condition.watch(
    { capline_event_streams: { help: 'Screens that are told of changes as they happen' } },
    () => ({
      capline_event_streams: [{ value: hub.count() }],
    }),
  )
  const find = (token: string): Promise<Found> =>
    isMeantAsApiKey(token) ? authenticateKey(shared, token) : authenticate(shared, token)
  const mount = {
    admit: createAdmission(find),
    keyGroupOf,
    readViewerReadOnly: async () => (await readSettings(db)).viewerReadOnly,
    idempotency: { db, clock },
    kept: createKeptAnswers(),
    checkAnswers,
    isBehindTls: shared.isBehindTls,
    log,
  }
  const forecasts = { connectors: shared.connectors, kept: createForecastCaches(clock) }
  const signIn = { ...inArea(shared, 'auth'), noted: createNotePad() }
  const cache = createAnswerCache<Summary>(clock)
  const partners: PartnerEditDeps = { db, clock, renameInCaps: (tx, keys) => followNames(tx, { clock }, keys) }
  /** What is only read of such a group is answered by the replica, where there is one. */
  const reading = <All>(make: (from: Database, primary?: Database) => All) =>
    [make(db), replica && { replica, handlers: make(replica.db, db) }] as const
  // The area in which a group is logged, and what answers its calls.
  mountAll(app, mount, answeredCalls, {
    auth: ['auth', authRoutes(signIn)],
    sessions: ['auth', sessionRoutes(shared)],
    passkeys: ['auth', passkeyRoutes(signIn)],
    team: ['team', teamRoutes({ db, clock })],
    apiKeys: ['auth', apiKeyRoutes({ db, clock })],
    caps: ['caps', capRoutes({ db, clock }, 'broker')],
    affiliateCaps: ['caps', capRoutes({ db, clock }, 'affiliate')],
    boardViews: ['caps', boardViewRoutes({ db })],
    capText: ['caps', capTextRoutes(shared)],
    why: ['caps', whyRoutes({ ...forecasts, db, clock })],
    pauses: ['caps', pauseRoutes({ db, clock })],
    limits: ['caps', limitRoutes({ db, clock })],
    advertisers: ['advertisers', advertiserRoutes(partners)],
    publishers: ['publishers', publisherRoutes(partners)],
    feeds: ['sync', feedRoutes(inArea(shared, 'sync'))],
    feedStatus: ['sync', feedStatusRoutes(inArea(shared, 'sync'))],
    feedTest: ['sync', feedTestRoutes(inArea(shared, 'sync'))],
    uploads: ['sync', uploadRoutes(inArea(shared, 'sync'))],
    connectors: [
      'sync',
      connectorRoutes({ ...inArea(shared, 'sync'), followInFeeds: (tx, step) => followConnector(tx, shared, step) }),
    ],
    payouts: ['payouts', ...reading((from) => payoutRoutes({ ...shared, db: from }))],
    payoutDetails: ['payouts', ...reading((from) => payoutDetailRoutes({ db: from }))],
    closings: ['payouts', closingRoutes(inArea(shared, 'payouts'))],
    statements: ['payouts', ...reading((from) => statementRoutes({ db: from, clock }))],
    analytics: [
      'analytics',
      ...reading((from, primary) =>
        analyticsRoutes({ db: from, clock, cache: cache.apart(primary ? 'replica' : 'primary') }),
      ),
    ],
    analyticsFiles: ['analytics', analyticsFileRoutes(inArea(shared, 'analytics'))],
    bot: ['bot', botRoutes({ ...inArea(shared, 'bot'), ...describeTelegram(shared) })],
    broadcasts: ['broadcast', broadcastRoutes(inArea(shared, 'broadcast'))],
    leads: [
      'system',
      ...reading((from, primary) => {
        const deps = { ...shared, db: from, ...(primary && { primary }) }
        return { ...leadListRoutes(deps), ...statusRoutes(deps) }
      }),
    ],
    leadColumns: ['system', leadColumnRoutes({ db })],
    logs: ['system', logRoutes({ db })],
    capReadings: ['caps', capReadingRoutes(shared)],
    settings: ['settings', settingRoutes(describeSettings(shared, sandbox))],
    zone: ['settings', zoneRoutes({ db, previewZone: createZonePreview({ db, clock }) })],
    schedules: ['settings', scheduleRoutes({ db, clock })],
    plans: ['caps', planRoutes({ db, clock })],
    daysOff: ['caps', dayOffRoutes({ db, clock })],
    dayPlans: ['caps', dayPlanRoutes({ db })],
    webhooks: ['system', webhookRoutes(inArea(shared, 'system'))],
    suggestions: ['ai', suggestionRoutes({ ...inArea(shared, 'ai'), ...forecasts })],
  })
  mountBotWebhook(shared, app)
  mountEvents(app, { hub, admit: mount.admit, authenticate: find })
  mountMcp(app, {
    ...inArea({ log }, 'system'),
    admit: mount.admit,
    isOn: async () => (await readSettings(db)).mcpServer,
    readMoment: async () => ({
      now: clock.now(),
      timezone: (await readSettings(db)).timezone,
      leadsKnownUpTo: (await readFreshness(shared)).syncedAt,
    }),
  })
  mountDescription(app)
  await serveWeb(app, findWeb())
}

/** Written out once: it is long, and anyone may ask for it. */
function mountDescription(app: FastifyInstance): void {
  let packed: Promise<PackedText> | undefined
  app.get('/api/openapi.json', async (request, reply) => {
    packed ??= packText(JSON.stringify(describeApi()))
    await sendPacked(request, reply.type('application/json; charset=utf-8'), await packed)
    return reply
  })
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
