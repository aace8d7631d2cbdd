import { describe, expect, it } from 'vitest'
import { pageOfButtons, parsePageTurn } from './button-pages.ts'

const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => [{ text: `row ${index + 1}`, callback_data: `cap:add.${index + 1}` }])

const textsOf = (rows: ReturnType<typeof pageOfButtons>) => rows.map((row) => row.map(({ text }) => text).join(' | '))

describe('pages of buttons', () => {
  it('leaves what fits as it is', () => {
    expect(pageOfButtons(rowsOf(8), 1, 'm')).toEqual(rowsOf(8))
  })

  it('shows each row on one page, and below it where the others are', () => {
    const pages = [1, 2, 3].map((page) => textsOf(pageOfButtons(rowsOf(17), page, 'm')))
    expect(pages.map((page) => page.at(-1))).toEqual(['9–16 of 17 ▶', '◀ 1–8 | 17 of 17 ▶', '◀ 9–16'])
    expect(pages.flatMap((page) => page.slice(0, -1))).toEqual(textsOf(rowsOf(17)))
  })

  it('leads from page to page and back', () => {
    const turns = pageOfButtons(rowsOf(17), 2, 'id-1').at(-1) ?? []
    const asked = turns.map((button) => parsePageTurn(button.callback_data.replace('page:', '')))
    expect(asked).toEqual([
      { page: 1, messageId: 'id-1' },
      { page: 3, messageId: 'id-1' },
    ])
  })

  it('keeps what Telegram takes back within its 64 bytes', () => {
    const id = '019a9c1e-0000-7000-8000-000000000000'
    const turns = pageOfButtons(rowsOf(20_000), 1_500, id).at(-1) ?? []
    expect(turns.map((button) => Buffer.byteLength(button.callback_data) <= 64)).toEqual([true, true])
  })

  it('takes a page that is not there for the last one, and anything else for none', () => {
    expect(textsOf(pageOfButtons(rowsOf(9), 7, 'm'))).toEqual(['row 9', '◀ 1–8'])
    expect(textsOf(pageOfButtons(rowsOf(9), 0, 'm')).at(-1)).toBe('9 of 9 ▶')
    expect(['', '1', '1.', 'x.m', '-1.m', '1.m;drop'].map(parsePageTurn)).toEqual(Array(6).fill(null))
  })
})
