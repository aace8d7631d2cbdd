import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Where the tools are, and what they leave behind. */
export const CLIENT_TOOLS = join(import.meta.dirname, '../toolchain/clients')

export const NO_CLIENT_TOOLS =
  'The tools that read the description of the API cannot be installed: npm ci in toolchain/clients reaches no registry'

export interface Ran {
  code: number
  said: string
}

/** Brings the tools once, as they are locked and without their scripts; false where no registry answers. */
export async function provideClientTools(): Promise<boolean> {
  const isThere = () => existsSync(join(CLIENT_TOOLS, 'node_modules/.package-lock.json'))
  if (isThere()) return true
  await run('npm', ['ci', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--fetch-retries=1'])
  return isThere()
}

/** Runs one of the tools, by the path of its program below `node_modules`. */
export function runClientTool(program: string, args: readonly string[]): Promise<Ran> {
  return run(process.execPath, [join(CLIENT_TOOLS, 'node_modules', program), ...args])
}

/** Runs the compiler that Capline itself is checked with. */
export function runCompiler(args: readonly string[]): Promise<Ran> {
  return run(process.execPath, [join(CLIENT_TOOLS, '../../node_modules/typescript/bin/tsc'), ...args])
}

/** Runs a program in their folder; 1 where it does not start. */
export function run(command: string, args: readonly string[], environment: Record<string, string> = {}): Promise<Ran> {
  const { promise, resolve } = Promise.withResolvers<Ran>()
  const env = { ...process.env, NO_COLOR: '1', REDOCLY_TELEMETRY: 'off', ...environment }
  const child = execFile(command, args, { cwd: CLIENT_TOOLS, env, maxBuffer: 16 * 1024 * 1024 }, (error, out, err) =>
    resolve({ code: error === null ? 0 : (child.exitCode ?? 1), said: `${out}${err}` }),
  )
  return promise
}
