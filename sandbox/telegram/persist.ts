import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { parseJson } from '#sandbox/json.ts'
import type { Snapshot } from './state.ts'

const PAUSE_MS = 150

/** The outline only: the file is written by this program, and one that does not look like it is put aside. */
const snapshotSchema = z.custom<Snapshot>((value) => {
  const outline = z.object({
    nextMessageId: z.number(),
    nextQueryId: z.number(),
    people: z.array(z.object({ id: z.number() })),
    chats: z.array(z.object({ chat: z.object({ id: z.number() }), members: z.array(z.number()) })),
    messages: z.array(z.object({ chatId: z.number(), stored: z.array(z.object({ message: z.object({}) })) })),
    updates: z.object({ nextId: z.number(), waiting: z.array(z.object({ update_id: z.number() })) }),
    commands: z.array(z.tuple([z.string(), z.array(z.object({}))])),
  })
  return outline.safeParse(value).success
})

export function loadSnapshot(file: string, log: (line: string) => void): Snapshot | null {
  const text = readIfThere(file)
  if (text === null) return null
  const parsed = snapshotSchema.safeParse(parseJson(text))
  if (parsed.success) return parsed.data
  renameSync(file, `${file}.unreadable`)
  log(`the state in ${file} cannot be read; it was put aside and an empty one begins`)
  return null
}

export interface Saver {
  schedule(): void
  flush(): void
}

/** Writes a little after the last change, through a second file, so that a kill leaves the old or the new one. */
export function createSaver(file: string, take: () => Snapshot, log: (line: string) => void): Saver {
  let timer: NodeJS.Timeout | null = null

  function write(): void {
    timer = null
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(`${file}.new`, JSON.stringify(take()), { mode: 0o600 })
    renameSync(`${file}.new`, file)
  }

  /** A full disk does not end the product: the next change is written with this one. */
  function tryToWrite(): void {
    try {
      write()
    } catch (error) {
      log(`the state cannot be written: ${error instanceof Error ? error.message : 'failed'}`)
    }
  }

  return {
    schedule() {
      timer ??= setTimeout(tryToWrite, PAUSE_MS)
    },
    flush() {
      if (timer) clearTimeout(timer)
      write()
    },
  }
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
