import type { Page } from '@playwright/test'
import { z } from 'zod'

const KeyTimesAnswer = z.object({ next: z.number(), last: z.number() })

/** Milliseconds from a key's event to two paints: the next one, and the one that shows all that came of it. */
export type KeyTimes = z.output<typeof KeyTimesAnswer>

// Run by the page. What comes after a frame's callbacks is its layout and paint; a message is handled once these are
// done. Whatever a page still changes after a key comes within 300 ms of its last change.
const WATCH = `
  let pressed = 0
  let paints = []
  let pending = 0
  const awaitPaint = () => {
    pending += 1
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => {
        paints.push(performance.now())
        pending -= 1
      }
      port2.postMessage(null)
    })
  }
  const press = (event) => {
    pressed = event.timeStamp
    paints = []
    awaitPaint()
  }
  document.addEventListener('keydown', press, { capture: true })
  const everything = { subtree: true, childList: true, characterData: true, attributes: true }
  new MutationObserver(awaitPaint).observe(document.body, everything)
  window.keyTimes = () =>
    new Promise((resolve) => {
      const timer = setInterval(() => {
        if (pending > 0 || paints.length === 0 || performance.now() - paints.at(-1) < 300) return
        clearInterval(timer)
        resolve({ next: paints[0] - pressed, last: paints.at(-1) - pressed })
      }, 20)
    })`

const BARE_PAGE = `
  const field = document.createElement('input')
  const line = document.createElement('p')
  field.addEventListener('input', () => (line.textContent = field.value))
  document.body.replaceChildren(field, line)
  field.focus()`

/** Makes of a page the least that can follow a key: a field, and a line that says what is in it. */
export async function makeBare(page: Page): Promise<void> {
  await page.evaluate(`{${BARE_PAGE}}`)
}

/** Has a page measure each key from now on. */
export async function watchKeys(page: Page): Promise<void> {
  await page.evaluate(`{${WATCH}}`)
}

export async function timeKey(page: Page, key: string): Promise<KeyTimes> {
  await page.keyboard.press(key)
  return KeyTimesAnswer.parse(await page.evaluate('window.keyTimes()'))
}
