import { expect, it, test } from 'vitest'
import { parseMarkdown } from './markdown.ts'

const parse = (source: string) => parseMarkdown(source, () => undefined)

test.each([
  ['*bold text*', 'bold text', { type: 'bold' }],
  ['_italic text_', 'italic text', { type: 'italic' }],
  ['[inline URL](http://www.example.com/)', 'inline URL', { type: 'text_link', url: 'http://www.example.com/' }],
  ['`code`', 'code', { type: 'code' }],
  ['```\nblock\n```', 'block\n', { type: 'pre' }],
  ['```python\nblock\n```', 'block\n', { type: 'pre', language: 'python' }],
])('Markdown reads %j', (source, text, entity) => {
  const wanted = { ...entity, offset: 0, length: text.length }
  expect(parse(source)).toEqual({ ok: true, formatted: { text, entities: [wanted] } })
})

it('lets the four marks be escaped outside entities, and takes other marks as they are', () => {
  expect(parse('\\_a\\*b\\`c\\[d - e.f!')).toEqual({ ok: true, formatted: { text: '_a*b`c[d - e.f!', entities: [] } })
})

it('does not nest', () => {
  expect(parse('*a _b_*')).toEqual({
    ok: true,
    formatted: { text: 'a _b_', entities: [{ type: 'bold', offset: 0, length: 5 }] },
  })
})

test.each([
  ['snake_case', 5],
  ['🏟*', 4],
  ['[text', 0],
  ['a ```b', 2],
])('Markdown refuses %j', (source, offset) => {
  const problem = `Can't find end of the entity starting at byte offset ${offset}`
  expect(parse(source)).toEqual({ ok: false, problem })
})
