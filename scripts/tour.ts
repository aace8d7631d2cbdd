import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from './build/folders.ts'
import { provideChromium } from './checks/chromium.ts'
import { exitOf, startNode } from './tools/run-tool.ts'
import { takePictures } from './tour/camera.ts'
import { openInstallation } from '#testing/demo/installation.ts'
import { DIALOGS } from './tour/dialogs.ts'
import { SCREENS } from './tour/screens.ts'
import { writeSheet } from './tour/sheet.ts'

// npm run tour [words]: pictures of every screen of the sandbox, light and dark, wide and on a phone, into tour/, with a
// page that shows them all. Words name those to take alone: analytics, payouts-wide.
const FOLDER = join(ROOT, 'tour')
const ALL = [...SCREENS, ...DIALOGS]

await tour(process.argv.slice(2))

async function tour(words: readonly string[]): Promise<void> {
  const isWanted = (name: string) => words.length === 0 || words.some((word) => name.includes(word))
  const browser = await provideChromium()
  if (!browser.ok) {
    console.error(browser.message)
    process.exitCode = 1
    return
  }
  if ((await exitOf(startNode(['scripts/build.ts']))) !== 0) {
    process.exitCode = 1
    return
  }
  if (words.length === 0) await rm(FOLDER, { recursive: true, force: true })
  const installation = await openInstallation()
  try {
    const missed = await takePictures(installation, ALL, { isWanted, browser: browser.path, folder: FOLDER })
    const sheet = await writeSheet(FOLDER, ALL)
    if (missed.length > 0) console.error(`No picture of ${missed.join(', ')}.`)
    console.log(`${sheet} shows them all`)
    if (missed.length > 0) process.exitCode = 1
  } finally {
    await installation.close()
  }
}
