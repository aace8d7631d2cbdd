import type { Page } from '@playwright/test'
import { z } from 'zod'

const KeyTimesAnswer = z.object({ next: z.number(), last: z.number() })

/** Milliseconds from a key's event to two paints: the next one, and the one that shows all that came of it. */
export type KeyTimes = z.output<typeof KeyTimesAnswer>

// Run by the page. What comes after a frame's callbacks is its layout and paint; a message is handled once these are
// done. Whatever a page still changes after a key comes within 300 ms of its last change. The answer is asked for before
// the key is pressed, so that nothing but the key reaches the page while it is measured.
const WATCH = `
  let pressed = null
  let paints = []
  let pending = 0
  let quiet
  let answer
  const awaitPaint = () => {
    pending += 1
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => {
        paints.push(performance.now())
        pending -= 1
        clearTimeout(quiet)
        quiet = setTimeout(tell, 300)
      }
      port2.postMessage(null)
    })
  }
  const tell = () => {
    if (pressed === null || pending > 0) return
    const [from, seen] = [pressed, paints]
    pressed = null
    answer({ next: seen[0] - from, last: seen.at(-1) - from })
  }
  const press = (event) => {
    pressed = event.timeStamp
    paints = []
    awaitPaint()
  }
  document.addEventListener('keydown', press, { capture: true })
  const everything = { subtree: true, childList: true, characterData: true, attributes: true }
  new MutationObserver(awaitPaint).observe(document.body, everything)
  window.prepareKey = () => {
    window.keyTimes = new Promise((resolve) => (answer = resolve))
  }`

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
  await page.evaluate('window.prepareKey()')
  const times = page.evaluate('window.keyTimes')
  await page.keyboard.press(key)
  return KeyTimesAnswer.parse(await times)
}
