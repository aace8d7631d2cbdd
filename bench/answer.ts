import { randomBytes } from 'node:crypto'
import { startTelegram, type TelegramStandIn } from '#sandbox/telegram/server.ts'
import { newId } from '#platform/db/ids.ts'
import { startTestPostgres } from '#testing/database.ts'
import { systemClock } from '#platform/clock.ts'
import { BOARD_DAY, seedBoard } from './board-data.ts'
import { startProduct } from './server-process.ts'
import { median, percentile, type BenchOptions, type Row } from './table.ts'

const TOKEN = '100000:bench'
const PERSON = 1_001
const COMMANDS = 20
const MOST_MS = 300

/** How long the bot takes from getting a command to its answer standing in the chat. */
export async function measureAnswer(parts: AsyncDisposableStack, { leads }: BenchOptions): Promise<Row[]> {
  console.error(`answer: preparing ${leads.toLocaleString('en')} leads`)
  const postgres = await startTestPostgres()
  parts.defer(() => postgres.stop())
  const database = await postgres.createDatabase()
  parts.defer(() => database.close())
  await seedBoard(database.db, leads)
  const member = { id: newId(), telegram_id: String(PERSON), role: 'admin', login_enabled: true }
  await database.db.insertInto('members').values(member).execute()
  const telegram = await startTelegram({ token: TOKEN, now: () => systemClock.now() })
  parts.defer(() => telegram.close())
  telegram.plant({ people: [{ id: PERSON, first_name: 'P', started: true }] })
  const server = await startProduct({
    DATABASE_URL: database.url,
    SANDBOX: 'off',
    APP_SECRET: randomBytes(32).toString('hex'),
    TELEGRAM_BOT_TOKEN: TOKEN,
    TELEGRAM_API_ROOT: telegram.root,
    LOG_LEVEL: 'silent',
  })
  parts.defer(() => server.end())
  const note = `${leads.toLocaleString('en')} leads, ${COMMANDS} times`
  const rows: Row[] = []
  for (const command of ['/id', `/caps ${BOARD_DAY} DE`, `/stats ${BOARD_DAY}`]) {
    rows.push(describe(command, await ask(telegram, command), note))
  }
  return rows
}

/** One after the other, a second apart: Telegram takes no more for one chat. The first is to warm up. */
async function ask(telegram: TelegramStandIn, command: string): Promise<number[]> {
  const times: number[] = []
  for (let count = 0; count <= COMMANDS; count += 1) {
    const began = performance.now()
    const { message_id: after } = telegram.say(PERSON, PERSON, command)
    await telegram.waitForMessage(PERSON, () => true, 30_000, { after })
    if (count > 0) times.push(performance.now() - began)
    await new Promise((resolve) => setTimeout(resolve, 1_050))
  }
  return times
}

function describe(command: string, milliseconds: readonly number[], note: string): Row {
  const p95 = percentile(milliseconds, 0.95)
  return {
    bench: 'answer',
    what: `the bot answers ${command.split(' ')[0] ?? ''}`,
    figure: `${median(milliseconds).toFixed(0)} ms, p95 ${p95.toFixed(0)} ms`,
    yardstick: `${MOST_MS} ms`,
    ratio: p95 / MOST_MS,
    goal: '<= 1',
    met: p95 <= MOST_MS,
    note,
  }
}
