import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { PARSE_MODES } from '#domain/markup/formatted.ts'
import { parseMarkup } from '#domain/markup/markup.ts'
import { insertMarkup, insertText, STYLES } from './insert-markup.ts'

const TYPES = { bold: 'bold', italic: 'italic', link: 'text_link', code: 'code' } as const

it('marks up what is selected so that Telegram reads it, in each mode', () => {
  const words = fc.string({ unit: fc.constantFrom('a', 'Ж', '9', '🇩🇪'), minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(
      words,
      words,
      words,
      fc.constantFrom(...PARSE_MODES),
      fc.constantFrom(...STYLES),
      (a, b, c, mode, style) => {
        const before = { text: `${a} ${b} ${c}`, from: a.length + 1, to: a.length + 1 + b.length }
        let marked = insertMarkup(before, mode, style)
        if (style === 'link') marked = insertText(marked, 'example.com')
        const parsed = parseMarkup(marked.text, mode)
        expect(parsed).toMatchObject({
          ok: true,
          value: { text: before.text, entities: [{ type: TYPES[style], offset: before.from, length: b.length }] },
        })
      },
    ),
  )
})

it('keeps the selection, and waits for the address of a link', () => {
  expect(insertMarkup({ text: 'a b', from: 2, to: 3 }, 'HTML', 'bold')).toEqual({ text: 'a <b>b</b>', from: 5, to: 6 })
  expect(insertMarkup({ text: 'a', from: 0, to: 1 }, 'Markdown', 'link')).toEqual({
    text: '[a](https://)',
    from: 12,
    to: 12,
  })
})

it.each([
  ['HTML', '<a href="https://example.org">https://example.com</a>'],
  ['Markdown', '[https://example.com](https://example.org)'],
  ['MarkdownV2', '[https://example.com](https://example.org)'],
] as const)('waits for the address of a link whose words are one themselves, in %s', (mode, linked) => {
  const shown = 'https://example.com'
  const before = { text: `see ${shown} now`, from: 4, to: 4 + shown.length }
  const { text } = insertText(insertMarkup(before, mode, 'link'), 'example.org')
  expect(text).toBe(`see ${linked} now`)
})
