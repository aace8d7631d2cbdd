import { provideChromium } from './checks/chromium.ts'
import { exitOf, startNode } from './tools/run-tool.ts'

const words = process.argv.slice(2)
const names = words.filter((word) => /^[a-z]/.test(word))
// The bench of the web needs a browser, and runs in whichever there is.
if (names.length === 0 || names.includes('web')) {
  const browser = await provideChromium()
  if (browser.ok) process.env['CHROMIUM_PATH'] = browser.path
  else console.error(browser.message)
}

// What is measured is what `npm start` runs.
const built = await exitOf(startNode(['scripts/build.ts']))
process.exitCode = built || (await exitOf(startNode(['bench/main.ts', ...words])))
