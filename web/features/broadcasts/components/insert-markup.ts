import type { ParseMode } from '#domain/markup/formatted.ts'

export const STYLES = ['bold', 'italic', 'link', 'code'] as const

export type Style = (typeof STYLES)[number]

const SIGNS: Readonly<Record<ParseMode, Readonly<Record<Style, readonly [string, string]>>>> = {
  HTML: {
    bold: ['<b>', '</b>'],
    italic: ['<i>', '</i>'],
    link: ['<a href="https://">', '</a>'],
    code: ['<code>', '</code>'],
  },
  Markdown: { bold: ['*', '*'], italic: ['_', '_'], link: ['[', '](https://)'], code: ['`', '`'] },
  MarkdownV2: { bold: ['*', '*'], italic: ['_', '_'], link: ['[', '](https://)'], code: ['`', '`'] },
}

/** The start of a link's address, inserted before it is typed. */
const ADDRESS = 'https://'

/** A text and the selected part of it. */
export interface Selected {
  text: string
  from: number
  to: number
}

/** Marks the selection up in the mode's syntax; in a link, the end of the address is selected next, for typing. */
export function insertMarkup({ text, from, to }: Selected, mode: ParseMode, style: Style): Selected {
  const [open, close] = SIGNS[mode][style]
  const marked = `${text.slice(0, from)}${open}${text.slice(from, to)}${close}${text.slice(to)}`
  if (style === 'link') {
    // Searched in the markup, since the selected text may be an address.
    const inOpen = open.indexOf(ADDRESS)
    const start = inOpen === -1 ? to + open.length + close.indexOf(ADDRESS) : from + inOpen
    const address = start + ADDRESS.length
    return { text: marked, from: address, to: address }
  }
  return { text: marked, from: from + open.length, to: to + open.length }
}

export function insertText({ text, from, to }: Selected, added: string): Selected {
  const at = from + added.length
  return { text: `${text.slice(0, from)}${added}${text.slice(to)}`, from: at, to: at }
}
