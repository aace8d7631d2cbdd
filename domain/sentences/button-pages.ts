/** Buttons with this prefix turn the page of the buttons above them. */
export const PAGE_BUTTONS = 'page'

/** The most rows of a page; more would hide the message. */
const ROWS_OF_A_PAGE = 8

interface Button {
  text: string
  callback_data: string
}

/**
 * One page of rows, counted from 1, with buttons to the neighbouring pages. `messageId` is our own id, by which a press
 * finds all rows. A page number that is too large means the last page.
 */
export function pageOfButtons(rows: readonly Button[][], page: number, messageId: string): Button[][] {
  const pages = Math.ceil(rows.length / ROWS_OF_A_PAGE)
  if (pages < 2) return [...rows]
  const shown = Math.min(Math.max(page, 1), pages)
  const turnTo = (other: number, text: string) => ({ text, callback_data: `${PAGE_BUTTONS}:${other}.${messageId}` })
  const turns = [
    ...(shown > 1 ? [turnTo(shown - 1, `◀ ${sayRows(rows.length, shown - 1)}`)] : []),
    ...(shown < pages ? [turnTo(shown + 1, `${sayRows(rows.length, shown + 1)} of ${rows.length} ▶`)] : []),
  ]
  return [...rows.slice((shown - 1) * ROWS_OF_A_PAGE, shown * ROWS_OF_A_PAGE), turns]
}

/** `9–16`, `17` */
function sayRows(count: number, page: number): string {
  const first = (page - 1) * ROWS_OF_A_PAGE + 1
  const last = Math.min(page * ROWS_OF_A_PAGE, count)
  return first === last ? String(first) : `${first}–${last}`
}

/** Parses the text after the prefix of a press; null if it is not a page of a message. */
export function parsePageTurn(argument: string): { page: number; messageId: string } | null {
  const [, page, messageId] = /^(\d{1,4})\.([\w-]{1,64})$/.exec(argument) ?? []
  return page === undefined || messageId === undefined ? null : { page: Number(page), messageId }
}
