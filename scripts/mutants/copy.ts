import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../build/folders.ts'
import { applyMutant, type Mutant } from './operators.ts'

/** A copy of the checkout, for what reads files from the disk. */
export interface Copy {
  /** Whether Node succeeds with each of these on the file with its fault, in their order; a path is one of the copy. */
  passes(mutant: Mutant, ...commands: readonly (readonly [script: string, ...args: string[]])[]): boolean
  remove(): void
}

export function makeCopy(): Copy {
  const folder = mkdtempSync(join(tmpdir(), 'capline-mutants-'))
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' }).split('\0').filter(Boolean)
  for (const file of files) cpSync(join(ROOT, file), join(folder, file))
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  const run = ([script, ...args]: readonly [string, ...string[]]) =>
    execFileSync(process.execPath, [join(folder, script), ...args], { cwd: folder, stdio: 'ignore' })
  return {
    passes(mutant, ...commands) {
      const file = join(folder, mutant.path)
      const code = readFileSync(file, 'utf8')
      writeFileSync(file, applyMutant(code, mutant))
      try {
        for (const command of commands) run(command)
        return true
      } catch {
        return false
      } finally {
        writeFileSync(file, code)
      }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
