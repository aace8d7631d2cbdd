// Acts what people and the bot do with a cap, for a copy of the product whose caps have one more field than ours: a note.
// Prints what became of the note at each step. Its test makes the copy, from docs/feature.md.
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { writeDraft } from '#contract/cap-fields.ts'
import { capCalls } from '#contract/caps.ts'
import type { Cap } from '#domain/caps/cap.ts'
import { planCopy, planRow } from '#domain/caps/copy.ts'
import { indexAdvertisers } from '#domain/caps/paste-advertisers.ts'
import { writePastedText } from '#domain/caps/paste-mend.ts'
import { parsePastedCaps } from '#domain/caps/paste.ts'
import { addDays, type Day } from '#domain/kernel/day.ts'
import { DEFAULT_ZONE, zoneOf } from '#domain/kernel/zone.ts'
import { lineOf as capLineOf, toBulkCommit, toCopyCommit } from '#web/features/sheet/components/cap-lines.ts'
import { toDraft, valuesOf } from '#web/features/caps/components/form/form-values.ts'
import { describeDifferences } from '#web/features/caps/components/history/describe-change.ts'
import { lineOf, lookUpStanding, readRow, toPasteCommit } from '#web/features/sheet/components/paste/paste-lines.ts'
import { systemClock } from '#platform/clock.ts'
import { restoreBackup } from '#platform/db/backup/restore.ts'
import { saveBackup } from '#platform/db/backup/save.ts'
import { connect } from '#platform/db/database.ts'
import { createLog } from '#platform/log.ts'
import { startTestCapline } from '#testing/capline.ts'
import { buildCapDraft, insertAdvertiser } from '#testing/caps.ts'
import { PATIENCE } from '#testing/patience.ts'

// A message plans no day that is over.
const DAY = zoneOf(DEFAULT_ZONE).dayOf(systemClock.now())
const NEXT = addDays(DAY, 1)
const NOTE = { note: 'Call before noon' }
const OTHER_NOTE = { note: 'Of the source' }
const LONG_NOTE = { note: 'x'.repeat(201) }
const [url = '', emptyUrl = '', backup = ''] = process.argv.slice(2)

const connected = connect(url, { onError: () => undefined })
const database = { ...connected, url, close: () => connected.close() }
const capline = await startTestCapline({ database })
await insertAdvertiser(capline.db)
const editor = await capline.signIn('editor')

/** Whatever it is called: of the field itself nothing here is compiled. */
function noteOf(cap: object | null | undefined): unknown {
  return cap ? (Object.entries(cap).find(([name]) => name === 'note')?.[1] ?? null) : undefined
}

async function theCap(date: Day = DAY): Promise<Cap> {
  const [cap, ...others] = await editor.call(capCalls.listDay, { params: { date } })
  if (!cap || others.length > 0) throw new Error(`${others.length + (cap ? 1 : 0)} caps on ${date}`)
  return cap
}

type Lines = Parameters<typeof toPasteCommit>[0]

const commit = ({ action, create, update }: ReturnType<typeof toPasteCommit>) =>
  editor.call(capCalls.commit, { body: { action, create: [...create], update: [...update], remove: [] } })

/** What a paste over these caps would save. */
function paste(text: string, standing: readonly Cap[]): Lines {
  const options = { kind: 'broker', defaultDate: DAY } as const
  const advertisers = indexAdvertisers([{ advertiserId: 'B-1', name: 'Alster Insurance' }])
  const find = lookUpStanding(new Map([[DAY, standing]]))
  return parsePastedCaps(text, options).rows.map((row) => {
    const read = readRow(row, options, advertisers)
    return lineOf(read, read.probe ? find(read.probe) : null, null)
  })
}

const told: Record<string, unknown> = {}

const draft = { ...buildCapDraft({ date: DAY }), ...NOTE }
const created = await editor.call(capCalls.create, { body: draft })
told['created'] = noteOf(await theCap())
const refused = await editor.call(capCalls.create, { body: { ...draft, geo: 'FR', ...LONG_NOTE } }).catch(String)
told['too long'] = refused

const edited = await editor.call(capCalls.update, {
  params: { id: created._id },
  body: writeDraft({ ...(await theCap()), cap: 30 }),
})
told['edited in place'] = noteOf(await theCap())

const inForm = valuesOf(await theCap())
await editor.call(capCalls.update, {
  params: { id: created._id },
  body: toDraft('broker', { ...inForm, cap: '31' }, edited),
})
told['edited in the form'] = noteOf(await theCap())

const inSheet = await theCap()
await commit(toBulkCommit([capLineOf('broker', planRow(inSheet, inSheet), { cap: '36' })]))
told['changed in bulk'] = [noteOf(await theCap()), (await theCap()).cap]

/** What copying a cap into the next day would save. */
const copy = (source: Cap, standing: readonly Cap[]) =>
  toCopyCommit(
    planCopy([source], standing, NEXT).map((row) => capLineOf('broker', row, undefined)),
    NEXT,
  )
await commit(copy(await theCap(), []))
told['copied'] = noteOf(await theCap(NEXT))
await commit(copy({ ...(await theCap()), cap: 50, ...OTHER_NOTE }, [await theCap(NEXT)]))
told['overwritten by a copy'] = [noteOf(await theCap(NEXT)), (await theCap(NEXT)).cap]

await commit(toPasteCommit(paste('Geo\tCap\tSource\tBroker\nDE\t40\t44\tB-1', [await theCap()])))
told['overwritten by a paste'] = [noteOf(await theCap()), (await theCap()).cap]
const withNote = 'Geo\tCap\tSource\tBroker\tNote\nDE\t41\t44\tB-1\tPasted note'
await commit(toPasteCommit(paste(withNote, [await theCap()])))
told['pasted'] = noteOf(await theCap())
const read = parsePastedCaps(withNote, { kind: 'broker', defaultDate: DAY })
told['exported as a table'] = writePastedText(withNote, read, [...read.rows, ...read.rows], 'broker')

const history = await editor.call(capCalls.listHistory, { query: { id: created._id } })
const [latest] = history
told['history'] =
  latest?.before && latest.after ? describeDifferences(latest.before, latest.after).map(({ label }) => label) : null

// As a change that was made before there were notes: its rows have none.
const gone = await editor.call(capCalls.commit, {
  body: { action: 'delete', create: [], update: [], remove: [{ id: created._id, version: null }] },
})
await sql`alter table changes disable trigger user`.execute(capline.db)
await sql`update changes set before = before::jsonb - 'note', after = after::jsonb - 'note'`.execute(capline.db)
await editor.call(capCalls.undo, { params: { id: gone.batchId } })
told['undone from before the field'] = [noteOf(await theCap()), (await theCap()).cap]

await editor.call(capCalls.update, {
  params: { id: created._id },
  body: { ...writeDraft(await theCap()), ...NOTE },
})
told['planned by the bot'] = await planByBot()
told['brought back from a backup'] = await restore()

process.stdout.write(`${JSON.stringify(told)}\n`)
await capline.close()

/** A message that names the cap with another number, saved by its button. */
async function planByBot(): Promise<unknown> {
  const { telegram } = capline
  const id = Number(editor.member.telegramId)
  telegram.addPerson({ id, first_name: 'Ed' })
  telegram.say(id, id, `/cap ${DAY} Alster Insurance\nDE 77 #44`)
  const asked = await until(() => telegram.messages(id).findLast(({ reply_markup }) => reply_markup !== undefined))
  telegram.press(id, id, asked.message_id, 'Save 1 cap')
  const cap = await until(async () => ((await theCap()).cap === 77 ? theCap() : undefined))
  return [noteOf(cap), cap.cap]
}

/** Into a database without tables. */
async function restore(): Promise<unknown> {
  await saveBackup(capline.db, backup, systemClock.now())
  const log = createLog('silent', { pretty: false })
  const nothing = async () => undefined
  await restoreBackup({ url: emptyUrl, file: backup, log, sendAgain: nothing, settleOpen: nothing })
  const { db, close } = connect(emptyUrl, { onError: () => undefined })
  const { rows } = await sql<object>`select note from caps where date = ${DAY}`.execute(db)
  await close()
  return noteOf(rows[0])
}

async function until<T>(look: () => T | undefined | Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < PATIENCE / 20; tries++) {
    const found = await look()
    if (found !== undefined) return found
    await wait(20)
  }
  throw new Error('it did not come')
}
