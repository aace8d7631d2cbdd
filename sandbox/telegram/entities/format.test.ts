import { describe, expect, it, test } from 'vitest'
import { finishText, readPlain } from './format.ts'

const marked = (text: string) =>
  readPlain(text).entities.map(({ type, offset, length }) => [type, text.slice(offset, offset + length)])

describe('what Telegram marks by itself', () => {
  test.each([
    ['/today', [['bot_command', '/today']]],
    ['/today@capline_sandbox_bot now', [['bot_command', '/today@capline_sandbox_bot']]],
    ['10/12 and a/b', []],
    ['see https://example.com/a?b=c.', [['url', 'https://example.com/a?b=c']]],
    ['see capline.example, and e.g. 1.5', [['url', 'capline.example']]],
    ['mail a.b@example.com', [['email', 'a.b@example.com']]],
    [
      '@ada_l #caps',
      [
        ['mention', '@ada_l'],
        ['hashtag', '#caps'],
      ],
    ],
    ['#1 in DE', []],
  ])('%j', (text, wanted) => {
    expect(marked(text)).toEqual(wanted)
  })

  it('leaves code alone', () => {
    const text = '/a /b'
    const code = { type: 'code' as const, offset: 0, length: 2 }
    expect(finishText({ text, entities: [code] }).entities).toEqual([
      code,
      { type: 'bot_command', offset: 3, length: 2 },
    ])
  })
})

describe('tidying', () => {
  it('drops carriage returns and the space around, moving entities', () => {
    const bold = { type: 'bold' as const, offset: 5, length: 4 }
    expect(finishText({ text: ' \r\n ab\r\nc  ', entities: [bold] })).toEqual({
      text: 'ab\nc',
      entities: [{ type: 'bold', offset: 1, length: 3 }],
    })
  })

  it('cuts styles out of code', () => {
    const entities = [
      { type: 'bold' as const, offset: 0, length: 5 },
      { type: 'code' as const, offset: 2, length: 1 },
    ]
    expect(finishText({ text: 'abcde', entities }).entities).toEqual([
      { type: 'bold', offset: 0, length: 2 },
      { type: 'code', offset: 2, length: 1 },
      { type: 'bold', offset: 3, length: 2 },
    ])
  })
})
