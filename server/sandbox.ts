import { join } from 'node:path'
import { CAP_DRAFTS } from '#contract/caps.ts'
import type { CapKind } from '#domain/caps/cap.ts'
import type { NewCap } from '#domain/caps/edits.ts'
import { addDays, daysBetween, type Day } from '#domain/kernel/day.ts'
import { startLeadApi } from '#sandbox/lead-api/server.ts'
import { startLanguageModel } from '#sandbox/llm/server.ts'
import { startTelegram } from '#sandbox/telegram/server.ts'
import { FIRST_WORK } from '#sandbox/world/people.ts'
import { createWorld, type World } from '#sandbox/world/world.ts'
import { openDemo, plantDemo, readFirstDemoDay, type DemoContent } from './features/demo/service.ts'
import type { FirstWork } from './features/demo/work-service.ts'
import { readConnector } from './platform/leads/connector-file.ts'
import type { ConnectorConfig } from './platform/leads/mapping.ts'
import type { ModelConfig } from './platform/llm/config.ts'
import type { Clock } from './platform/clock.ts'
import type { Database } from './platform/db/database.ts'
import { codeOf } from './platform/error-code.ts'

/** The stand-ins of one installation, on loopback, and what the product needs to call them. */
export interface Sandbox {
  telegram: { token: string; apiRoot: string; page: string }
  connectors: ConnectorConfig[]
  model: ModelConfig
  firstWork: FirstWork
  close(): Promise<void>
}

export interface SandboxOptions {
  db: Database
  clock: Clock
  /** An IANA name. */
  zone: string
  today: Day
  dataDir: string
  /** Of the product; the stand-ins take the three that follow, where they are free. */
  port: number
}

const SEED = 2026
/** Eight weeks before any month: what is usual of a source is judged by them. */
const DAYS_BEHIND = 84
const TELEGRAM_TOKEN = '100000:sandbox'
const LEAD_API_TOKEN = 'sandbox'
const MODEL_KEY = 'sandbox'

/** Starts stand-ins of Telegram, a lead API and a language model that speak the real protocols, and plants the demo world. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { db, clock, today } = options
  const openedAt = await openDemo({ db, clock })
  const start = (await readFirstDemoDay(db)) ?? addDays(today, -DAYS_BEHIND)
  const world = createWorld({ seed: SEED, zone: options.zone, start, openedAt })
  await plantDemo({ db, clock }, contentOf(world, today))
  // Those that were started end where a later one does not start.
  await using starting = new AsyncDisposableStack()
  const telegram = await onPort(portAfter(options.port, 1), (port) =>
    startTelegram({
      port,
      token: TELEGRAM_TOKEN,
      limits: true,
      now: () => clock.now(),
      stateFile: join(options.dataDir, 'sandbox-telegram.json'),
    }),
  )
  starting.defer(() => telegram.close())
  populate(telegram, world)
  const leadApi = await onPort(portAfter(options.port, 2), (port) =>
    startLeadApi({ port, token: LEAD_API_TOKEN, source: world, now: () => clock.now() }),
  )
  starting.defer(() => leadApi.close())
  const model = await onPort(portAfter(options.port, 3), (port) => startLanguageModel({ port, apiKey: MODEL_KEY }))
  starting.defer(() => model.close())
  const connectors = connectorsOf(leadApi.url)
  const running = starting.move()
  return {
    telegram: { token: TELEGRAM_TOKEN, apiRoot: telegram.root, page: telegram.page },
    connectors,
    model: { baseUrl: model.url, apiKey: MODEL_KEY, model: 'stand-in', prices: null },
    firstWork: workOf(world, today),
    close: () => running.disposeAsync(),
  }
}

function connectorsOf(url: string): ConnectorConfig[] {
  const read = readConnector({ name: 'main', preset: 'generic', url, token: LEAD_API_TOKEN })
  if (!read.ok) throw new Error(read.message)
  return [read.value]
}

function contentOf(world: World, today: Day): DemoContent {
  const groupsOf = (key: string) => world.groups.flatMap((group) => (keyOfGroup(group) === key ? [group.chatId] : []))
  const tomorrow = addDays(today, 1)
  return {
    members: world.members,
    advertisers: world.advertisers.map(({ advertiserId, name, aliases = [] }) => ({
      key: advertiserId,
      name,
      aliases,
      groupIds: groupsOf(advertiserId),
    })),
    // Those with a group; the others are offered for adding.
    publishers: world.sources
      .map(({ sourceNumber, name, aliases = [] }) => ({
        key: sourceNumber,
        name,
        aliases,
        groupIds: groupsOf(sourceNumber),
      }))
      .filter(({ groupIds }) => groupIds.length > 0),
    days: Array.from({ length: daysBetween(world.start, tomorrow) + 1 }, (_, index) => addDays(world.start, index)),
    capsOf: (day) => [
      ...world.capsOf(day).map((draft) => toNewCap('broker', draft)),
      ...world.affiliateCapsOf(day).map((draft) => toNewCap('affiliate', draft)),
    ],
  }
}

/** The plan begins where no caps are yet. */
function workOf(world: World, today: Day): FirstWork {
  const { admin, editor, summaryGroup, paused, pauseNote, pauseText, resumeText, repeated, planNote, message } =
    FIRST_WORK
  const standing = world
    .capsOf(today)
    .find(
      ({ geo, advertiserId, sourceNumber }) =>
        geo === repeated.geo && advertiserId === repeated.advertiserId && sourceNumber === repeated.sourceNumber,
    )
  if (!standing) throw new Error('the demo world has no cap to repeat')
  const { geo, advertiserId, sourceNumber, cap, workingHours, alwaysOn, cpa, crg } = CAP_DRAFTS.broker.parse(standing)
  const numbers = [cap, cap, cap, cap, cap, Math.ceil(cap / 2), null]
  const terms = { numbers, everyWeeks: 1, firstDay: addDays(today, 2), lastDay: null, note: planNote }
  return {
    admin,
    editor,
    settings: [
      ['timezone', world.zone.name],
      ['summary_group_id', summaryGroup],
      ['affiliate_summary_group_id', summaryGroup],
      ['allowed_group_ids', summaryGroup],
      ['pause_text_advertisers', pauseText],
      ['resume_text_advertisers', resumeText],
      ['ai_suggestion_enabled', 'true'],
    ],
    pause: { scope: paused, note: pauseNote },
    plan: { kind: 'broker', geo, advertiserId, sourceNumber, workingHours, alwaysOn, cpa, crg, ...terms },
    message,
  }
}

/** Whose group it is: an advertiser's id, a source's number. */
function keyOfGroup(group: World['groups'][number]): string | null {
  if (group.kind === 'advertiser') return group.advertiserId
  return group.kind === 'publisher' ? group.sourceNumber : null
}

function toNewCap(kind: CapKind, draft: object): NewCap {
  const { createdBy, version: _, ...fields } = CAP_DRAFTS[kind].parse(draft)
  return { ...fields, kind, createdBy: createdBy ?? 'sandbox' }
}

/** Everybody of the demo world has a phone on which the bot was started, and the groups have the bot in them. */
function populate(telegram: Awaited<ReturnType<typeof startTelegram>>, world: World): void {
  for (const member of world.members) {
    const id = Number(member.telegramId)
    const [firstName = member.telegramId, lastName] = member.alias.split(' ')
    telegram.addPerson({
      id,
      first_name: firstName,
      ...(lastName && { last_name: lastName }),
      ...(member.handle && { username: member.handle }),
    })
    telegram.startChat(id)
  }
  const members = world.members.map((member) => Number(member.telegramId))
  for (const group of world.groups) telegram.addGroup({ id: Number(group.chatId), title: group.title, members })
}

/** Any that is free, where the product's own is or none follows. */
function portAfter(port: number, steps: number): number {
  return port === 0 || port + steps > 65535 ? 0 : port + steps
}

/** Starts on the port that is easy to guess, else on any that is free. */
async function onPort<T>(port: number, start: (port: number) => Promise<T>): Promise<T> {
  try {
    return await start(port)
  } catch (error) {
    if (codeOf(error) !== 'EADDRINUSE') throw error
    return start(0)
  }
}
