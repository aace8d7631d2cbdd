import { assert, constantFrom, oneof, property, string } from 'fast-check'
import { expect, it } from 'vitest'
import type { Formatted } from './entity.ts'
import { parseHtml } from './html.ts'
import { parseMarkdownV2 } from './markdown-v2.ts'
import { parseMarkdown } from './markdown.ts'

const nobody = () => undefined
const anyText = oneof(
  string({ unit: 'grapheme', maxLength: 60 }),
  string({ unit: constantFrom(...('_*[]()~`>#+-=|{}.!\\<&; \n🏟a'.match(/./gsu) ?? [])), maxLength: 40 }),
)

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const escapeMarkdownV2 = (text: string) => text.replace(/[_*[\]()~`>#+\-=|{}.!\\]/g, String.raw`\$&`)

it('reads any escaped text back as it was, in every mode', () => {
  assert(
    property(anyText, (text) => {
      const plain = { ok: true, formatted: { text, entities: [] } }
      expect(parseHtml(escapeHtml(text), nobody)).toEqual(plain)
      expect(parseMarkdownV2(escapeMarkdownV2(text), nobody)).toEqual(plain)
    }),
  )
})

function isInside({ text, entities }: Formatted): boolean {
  return entities.every(({ offset, length }) => length > 0 && offset >= 0 && offset + length <= text.length)
}

it('answers any markup at all with a reading whose entities lie in the text, or a problem', () => {
  assert(
    property(anyText, (source) => {
      for (const parse of [parseHtml, parseMarkdown, parseMarkdownV2]) {
        const parsed = parse(source, nobody)
        expect(parsed.ok ? isInside(parsed.formatted) : parsed.problem.length > 0).toBe(true)
      }
    }),
  )
})
