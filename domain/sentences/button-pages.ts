/** Presses of these turn the page of the buttons above them. */
export const PAGE_BUTTONS = 'page'

/** More rows would hide the message that they stand under. */
const ROWS_OF_A_PAGE = 8

interface Button {
  text: string
  callback_data: string
}

/**
 * The rows of one page, counted from 1, and where there are more pages the buttons that lead to those beside it.
 * `messageId` is ours: who turns the page finds all rows by it. A page that is not there is the last one.
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

/** What a press asks for, of what stands behind the prefix; null where that is no page of a message. */
export function parsePageTurn(argument: string): { page: number; messageId: string } | null {
  const [, page, messageId] = /^(\d{1,4})\.([\w-]{1,64})$/.exec(argument) ?? []
  return page === undefined || messageId === undefined ? null : { page: Number(page), messageId }
}
