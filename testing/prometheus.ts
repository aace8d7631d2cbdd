import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { codeOf } from '#platform/error-code.ts'
import { findFreePort } from './network.ts'

/** For the tests that need it and do without where it is not. */
export const NO_PROMETHEUS = 'Prometheus is not installed here: on Debian, apt-get install prometheus'

export interface Prometheus {
  /** What an expression answers now, each sample with its labels. Throws where Prometheus refuses it. */
  ask(expression: string): Promise<{ labels: Record<string, string>; value: number }[]>
  stop(): Promise<void>
}

const Answer = z.object({
  status: z.string(),
  error: z.optional(z.string()),
  data: z.optional(
    z.object({
      result: z.array(
        z.object({
          metric: z.record(z.string(), z.string()),
          value: z.tuple([z.number(), z.pipe(z.string(), z.transform(Number))]),
        }),
      ),
    }),
  ),
})

/** What promtool says of a text or a file, and whether it finds fault; null where it is not installed. */
export async function runPromtool(args: readonly string[], input = ''): Promise<{ ok: boolean; said: string } | null> {
  const { promise, resolve, reject } = Promise.withResolvers<{ ok: boolean; said: string } | null>()
  const child = execFile('promtool', args, (error, stdout, stderr) => {
    if (codeOf(error) === 'ENOENT') resolve(null)
    else resolve({ ok: error === null, said: `${stdout}${stderr}` })
  })
  child.stdin?.on('error', () => undefined).end(input)
  child.on('error', (error) => (codeOf(error) === 'ENOENT' ? resolve(null) : reject(error)))
  return promise
}

/** A Prometheus of its own that scrapes one Capline each second; null where it is not installed. */
export async function startPrometheus(target: string): Promise<Prometheus | null> {
  const folder = await mkdtemp(join(tmpdir(), 'capline-prometheus-'))
  const port = await findFreePort()
  const config = join(folder, 'prometheus.yml')
  await writeFile(
    config,
    `global: { scrape_interval: 1s }
scrape_configs: [{ job_name: capline, static_configs: [{ targets: ['${new URL(target).host}'] }] }]\n`,
  )
  const child = spawn(
    'prometheus',
    [`--config.file=${config}`, `--storage.tsdb.path=${folder}/data`, `--web.listen-address=127.0.0.1:${port}`],
    { stdio: 'ignore' },
  )
  const ended = once(child, 'exit').catch(() => undefined)
  const stop = async () => {
    child.kill('SIGKILL')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await once(child, 'spawn')
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
  return {
    stop,
    async ask(expression) {
      const query = new URLSearchParams({ query: expression })
      const response = await fetch(`http://127.0.0.1:${port}/api/v1/query?${query.toString()}`)
      const answer = Answer.parse(await response.json())
      if (!answer.data) throw new Error(`${expression}: ${answer.error}`)
      return answer.data.result.map(({ metric, value: [, value] }) => ({ labels: metric, value }))
    },
  }
}
