import { describe, expect, it, test } from 'vitest'
import type { MessageEntity } from '../wire.ts'
import { parseMarkdownV2 } from './markdown-v2.ts'

const ada = { id: 123_456_789, is_bot: false, first_name: 'Ada' }
const parse = (source: string) => parseMarkdownV2(source, (id) => (id === ada.id ? ada : undefined))

function expectRead(source: string, text: string, entities: [string, number, number, object?][]): void {
  const wanted = entities.map(([type, offset, length, more]) => ({ type, offset, length, ...more }))
  expect(parse(source)).toEqual({ ok: true, formatted: { text, entities: wanted } })
}

describe('MarkdownV2 as the Bot API documents it', () => {
  it('reads each kind of entity', () => {
    expectRead('*bold \\*text*', 'bold *text', [['bold', 0, 10]])
    expectRead('_italic \\*text_', 'italic *text', [['italic', 0, 12]])
    expectRead('__underline__', 'underline', [['underline', 0, 9]])
    expectRead('~strikethrough~', 'strikethrough', [['strikethrough', 0, 13]])
    expectRead('||spoiler||', 'spoiler', [['spoiler', 0, 7]])
    expectRead('`inline fixed-width code`', 'inline fixed-width code', [['code', 0, 23]])
    expectRead('![👍](tg://emoji?id=5368324170671202286)', '👍', [
      ['custom_emoji', 0, 2, { custom_emoji_id: '5368324170671202286' }],
    ])
  })

  it('reads links, and mentions of people the bot knows', () => {
    expectRead('[inline URL](http://www.example.com/)', 'inline URL', [
      ['text_link', 0, 10, { url: 'http://www.example.com/' }],
    ])
    expectRead('[Ada](tg://user?id=123456789)', 'Ada', [['text_mention', 0, 3, { user: ada }]])
    expectRead('[nobody](tg://user?id=5)', 'nobody', [])
    expectRead('[telegram\\.org](https://telegram.dog?\\\\\\()', 'telegram.org', [
      ['text_link', 0, 12, { url: 'https://telegram.dog/?\\(' }],
    ])
  })

  it('reads blocks of code with and without a language', () => {
    expectRead('```\npre block\n```', 'pre block\n', [['pre', 0, 10]])
    expectRead('```python\nprint(1)\n```', 'print(1)\n', [['pre', 0, 9, { language: 'python' }]])
    expectRead('`a_*b`', 'a_*b', [['code', 0, 4]])
  })

  it('nests entities', () => {
    expectRead(
      '*bold _italic bold ~italic bold strikethrough ||italic bold strikethrough spoiler||~ __underline italic bold___ bold*',
      'bold italic bold italic bold strikethrough italic bold strikethrough spoiler underline italic bold bold',
      [
        ['bold', 0, 103],
        ['italic', 5, 93],
        ['strikethrough', 17, 59],
        ['spoiler', 43, 33],
        ['underline', 77, 21],
      ],
    )
  })

  it('reads quotes, also those that can be expanded', () => {
    expectRead('>Block quotation started\n>continued\nThe end', 'Block quotation started\ncontinued\nThe end', [
      ['blockquote', 0, 34],
    ])
    expectRead('**>The expandable\n>hidden\n>last||', 'The expandable\nhidden\nlast', [
      ['expandable_blockquote', 0, 26],
    ])
    expectRead('>\n**>2', '\n2', [
      ['blockquote', 0, 1],
      ['blockquote', 1, 1],
    ])
    expectRead('*a\n>b\n>c\nd*', 'a\nb\nc\nd', [
      ['bold', 0, 7],
      ['blockquote', 2, 4],
    ])
  })

  it('counts UTF-16 units', () => {
    expectRead('🏟 🏟_🏟 *🏟*_', '🏟 🏟🏟 🏟', [
      ['italic', 5, 5],
      ['bold', 8, 2],
    ])
  })

  it('drops empty entities and links that lead nowhere', () => {
    expectRead('a**', 'a', [])
    expectRead('[telegram\\.org](asdasd)', 'telegram.org', [])
    expectRead('>||', '', [])
  })
})

describe('what MarkdownV2 refuses', () => {
  test.each([...']()>#+-=|{}.!'])('a bare %s', (character) => {
    const source = character === '>' ? 'a>' : character
    const problem = `Character '${character}' is reserved and must be escaped with the preceding '\\'`
    expect(parse(source)).toEqual({ ok: false, problem })
    expect(parse(`\\${character}`)).toEqual({ ok: true, formatted: { text: character, entities: noEntities } })
  })

  test.each([
    ['🏟 🏟_abacaba', "Can't find end of Italic entity at byte offset 9"],
    ['🏟 🏟_abac * asd ', "Can't find end of Bold entity at byte offset 15"],
    ['🏟 🏟`', "Can't find end of Code entity at byte offset 9"],
    ['🏟 🏟```', "Can't find end of Pre entity at byte offset 9"],
    ['🏟 🏟```a ', "Can't find end of PreCode entity at byte offset 9"],
    ['🏟 🏟_🏟 🏟__', "Can't find end of Underline entity at byte offset 19"],
    ['[telegram\\.org](asd', "Can't find end of a URL at byte offset 16"],
    ['🏟 🏟||test\\|', "Can't find end of Spoiler entity at byte offset 9"],
    ['🏟 🏟![👍]', 'Custom emoji entity must contain a tg://emoji URL'],
    ['>*b\n>ld \n>bo\nld*\nasd\ndef', "Can't find end of Bold entity at byte offset 1"],
    ['>asd\n>q||e||w||a\n||asdad', "Can't find end of Spoiler entity at byte offset 13"],
  ])('%j', (source, problem) => {
    expect(parse(source)).toEqual({ ok: false, problem })
  })
})

const noEntities: MessageEntity[] = []
