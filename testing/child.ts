import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

export interface Child {
  process: ChildProcess
  /** The next line it prints; fails with what it complained of when it ends first. */
  line(): Promise<string>
  /** Ends it, softly or not, and waits. */
  end(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>
}

/**
 * Runs a TypeScript module in a process of its own, with the project's import aliases; `through` goes before the
 * command, such as `['setpriv', '--reuid=1000']`.
 */
export function runScript(source: string, options: { args?: string[]; through?: string[] } = {}): Child {
  const flags = ['--input-type=module-typescript', '--disable-warning=ExperimentalWarning', '-e', source, '--']
  const [file = '', ...args] = [...(options.through ?? []), process.execPath, ...flags, ...(options.args ?? [])]
  const child = spawn(file, args, { cwd: `${import.meta.dirname}/..`, stdio: ['ignore', 'pipe', 'pipe'] })
  let complaints = ''
  child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    process: child,
    async line() {
      const { value, done } = await lines.next()
      if (done) throw new Error(`the process ended: ${complaints}`)
      return value
    },
    async end(signal = 'SIGTERM') {
      if (child.exitCode !== null || child.signalCode !== null) return
      const exit = once(child, 'exit')
      child.kill(signal)
      await exit
    },
  }
}
