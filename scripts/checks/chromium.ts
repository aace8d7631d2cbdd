import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { chromium } from '@playwright/test'
import { findTool } from '../tools/run-tool.ts'

const run = promisify(execFile)

/** First the one without a window, which takes a fifth less time for the same pages. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const ON_MAC = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome']
const SECOND = 1_000

export type Found = { ok: true; path: string } | { ok: false; message: string }

/** A Chromium that runs: the named one, the system's, Playwright's own, else a fresh one of Playwright or Debian. */
export async function provideChromium(): Promise<Found> {
  const named = process.env['CHROMIUM_PATH']
  if (named) {
    if (await isRunning(named)) return { ok: true, path: named }
    return { ok: false, message: `CHROMIUM_PATH names ${named}, which does not run: correct it or unset it.` }
  }
  for (const look of [findInstalled, installByPlaywright, installByDebian]) {
    const path = await look()
    if (path) return { ok: true, path }
  }
  return {
    ok: false,
    message:
      'There is no Chromium for the browser tests, and none could be installed: install one (on Debian: apt-get install chromium) or set CHROMIUM_PATH.',
  }
}

async function findInstalled(): Promise<string | null> {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const system = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))
  for (const path of [...system, ...ON_MAC, chromium.executablePath()]) {
    if (existsSync(path) && (await isRunning(path))) return path
  }
  return null
}

async function installByPlaywright(): Promise<string | null> {
  console.log('Installing Chromium for the browser tests…')
  await attempt(process.execPath, [findTool('playwright'), 'install', 'chromium'], 180 * SECOND)
  return findInstalled()
}

async function installByDebian(): Promise<string | null> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return null
  console.log("Installing Debian's Chromium…")
  await attempt('apt-get', ['update'], 120 * SECOND)
  // Older releases have only the one with a window.
  for (const browser of ['chromium-headless-shell', 'chromium']) {
    const packages = [browser, 'fonts-noto-color-emoji']
    // Debian's tool gives up at once while another one installs, unless it is told to wait.
    // oxlint-disable-next-line no-await-in-loop -- the second is for where the first cannot be had
    await attempt(
      'apt-get',
      ['install', '-o', 'DPkg::Lock::Timeout=300', '-y', '--no-install-recommends', ...packages],
      400 * SECOND,
    )
    // oxlint-disable-next-line no-await-in-loop -- as above
    const path = await findInstalled()
    if (path) return path
  }
  return null
}

/** Whatever goes wrong, the next way is tried: only the end says that there is none. */
async function attempt(command: string, args: readonly string[], timeout: number): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await run(command, args, { timeout, env, maxBuffer: 64 * 1024 * 1024 }).catch(() => null)
}

async function isRunning(path: string): Promise<boolean> {
  try {
    await run(path, ['--version'], { timeout: 20 * SECOND })
    return true
  } catch {
    return false
  }
}
