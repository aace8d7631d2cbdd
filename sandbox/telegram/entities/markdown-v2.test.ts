import { describe, expect, it, test } from 'vitest'
import { parseMarkdownV2 } from './markdown-v2.ts'

const ada = { id: 123_456_789, is_bot: false, first_name: 'Ada' }
const parse = (source: string) => parseMarkdownV2(source, (id) => (id === ada.id ? ada : undefined))

function marked(text: string, entities: [string, number, number, object?][]) {
  const wanted = entities.map(([type, offset, length, more]) => ({ type, offset, length, ...more }))
  return { ok: true, formatted: { text, entities: wanted } }
}

describe('MarkdownV2 as the Bot API documents it', () => {
  it('reads each kind of entity', () => {
    expect(parse('*bold \\*text*')).toEqual(marked('bold *text', [['bold', 0, 10]]))
    expect(parse('_italic \\*text_')).toEqual(marked('italic *text', [['italic', 0, 12]]))
    expect(parse('__underline__')).toEqual(marked('underline', [['underline', 0, 9]]))
    expect(parse('~strikethrough~')).toEqual(marked('strikethrough', [['strikethrough', 0, 13]]))
    expect(parse('||spoiler||')).toEqual(marked('spoiler', [['spoiler', 0, 7]]))
    expect(parse('`inline fixed-width code`')).toEqual(marked('inline fixed-width code', [['code', 0, 23]]))
    expect(parse('![👍](tg://emoji?id=5368324170671202286)')).toEqual(
      marked('👍', [['custom_emoji', 0, 2, { custom_emoji_id: '5368324170671202286' }]]),
    )
  })

  it('reads links, and mentions of people the bot knows', () => {
    expect(parse('[inline URL](http://www.example.com/)')).toEqual(
      marked('inline URL', [['text_link', 0, 10, { url: 'http://www.example.com/' }]]),
    )
    expect(parse('[Ada](tg://user?id=123456789)')).toEqual(marked('Ada', [['text_mention', 0, 3, { user: ada }]]))
    expect(parse('[nobody](tg://user?id=5)')).toEqual(marked('nobody', []))
    expect(parse('[telegram\\.org](https://telegram.dog?\\\\\\()')).toEqual(
      marked('telegram.org', [['text_link', 0, 12, { url: 'https://telegram.dog/?\\(' }]]),
    )
  })

  it('reads blocks of code with and without a language', () => {
    expect(parse('```\npre block\n```')).toEqual(marked('pre block\n', [['pre', 0, 10]]))
    expect(parse('```python\nprint(1)\n```')).toEqual(marked('print(1)\n', [['pre', 0, 9, { language: 'python' }]]))
    expect(parse('`a_*b`')).toEqual(marked('a_*b', [['code', 0, 4]]))
  })

  it('nests entities', () => {
    expect(
      parse(
        '*bold _italic bold ~italic bold strikethrough ||italic bold strikethrough spoiler||~ __underline italic bold___ bold*',
      ),
    ).toEqual(
      marked(
        'bold italic bold italic bold strikethrough italic bold strikethrough spoiler underline italic bold bold',
        [
          ['bold', 0, 103],
          ['italic', 5, 93],
          ['strikethrough', 17, 59],
          ['spoiler', 43, 33],
          ['underline', 77, 21],
        ],
      ),
    )
  })

  it('reads quotes, also those that can be expanded', () => {
    expect(parse('>Block quotation started\n>continued\nThe end')).toEqual(
      marked('Block quotation started\ncontinued\nThe end', [['blockquote', 0, 34]]),
    )
    expect(parse('**>The expandable\n>hidden\n>last||')).toEqual(
      marked('The expandable\nhidden\nlast', [['expandable_blockquote', 0, 26]]),
    )
    expect(parse('>\n**>2')).toEqual(
      marked('\n2', [
        ['blockquote', 0, 1],
        ['blockquote', 1, 1],
      ]),
    )
    expect(parse('*a\n>b\n>c\nd*')).toEqual(
      marked('a\nb\nc\nd', [
        ['bold', 0, 7],
        ['blockquote', 2, 4],
      ]),
    )
  })

  it('counts UTF-16 units', () => {
    expect(parse('🏟 🏟_🏟 *🏟*_')).toEqual(
      marked('🏟 🏟🏟 🏟', [
        ['italic', 5, 5],
        ['bold', 8, 2],
      ]),
    )
  })

  it('drops empty entities and links that lead nowhere', () => {
    expect(parse('a**')).toEqual(marked('a', []))
    expect(parse('[telegram\\.org](asdasd)')).toEqual(marked('telegram.org', []))
    expect(parse('>||')).toEqual(marked('', []))
  })
})

describe('what MarkdownV2 refuses', () => {
  test.each(']()>#+-=|{}.!'.split(''))('a bare %s', (character) => {
    const source = character === '>' ? 'a>' : character
    const problem = `Character '${character}' is reserved and must be escaped with the preceding '\\'`
    expect(parse(source)).toEqual({ ok: false, problem })
    expect(parse(`\\${character}`)).toEqual({ ok: true, formatted: { text: character, entities: [] } })
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
