import { describe, expect, it, test } from 'vitest'
import { parseHtml } from './html.ts'

const ada = { id: 123_456_789, is_bot: false, first_name: 'Ada' }
const parse = (source: string) => parseHtml(source, (id) => (id === ada.id ? ada : undefined))

function expectRead(source: string, text: string, entities: [string, number, number, object?][]): void {
  const wanted = entities.map(([type, offset, length, more]) => ({ type, offset, length, ...more }))
  expect(parse(source)).toEqual({ ok: true, formatted: { text, entities: wanted } })
}

describe('HTML as the Bot API documents it', () => {
  test.each([
    ['<b>x</b>', 'bold'],
    ['<strong>x</strong>', 'bold'],
    ['<i>x</i>', 'italic'],
    ['<em>x</em>', 'italic'],
    ['<u>x</u>', 'underline'],
    ['<ins>x</ins>', 'underline'],
    ['<s>x</s>', 'strikethrough'],
    ['<strike>x</strike>', 'strikethrough'],
    ['<del>x</del>', 'strikethrough'],
    ['<span class="tg-spoiler">x</span>', 'spoiler'],
    ['<tg-spoiler>x</tg-spoiler>', 'spoiler'],
    ['<code>x</code>', 'code'],
    ['<pre>x</pre>', 'pre'],
    ['<blockquote>x</blockquote>', 'blockquote'],
    ['<blockquote expandable>x</blockquote>', 'expandable_blockquote'],
  ])('%s is %s', (source, type) => {
    expectRead(source, 'x', [[type, 0, 1]])
  })

  it('nests, and closes with a nameless end tag', () => {
    expectRead('<b>bold <i>both</i> <s>gone</></b>', 'bold both gone', [
      ['bold', 0, 14],
      ['italic', 5, 4],
      ['strikethrough', 10, 4],
    ])
  })

  it('reads links, mentions, custom emoji and languages', () => {
    expectRead('<a href="http://www.example.com/">site</a>', 'site', [
      ['text_link', 0, 4, { url: 'http://www.example.com/' }],
    ])
    expectRead('<a href="tg://user?id=123456789">Ada</a>', 'Ada', [['text_mention', 0, 3, { user: ada }]])
    expectRead('<a>telegram.org</a>', 'telegram.org', [['text_link', 0, 12, { url: 'http://telegram.org/' }]])
    expectRead('<tg-emoji emoji-id="5368324170671202286">👍</tg-emoji>', '👍', [
      ['custom_emoji', 0, 2, { custom_emoji_id: '5368324170671202286' }],
    ])
    expectRead('<pre><code class="language-python">x = 1</code></pre>', 'x = 1', [
      ['pre', 0, 5, { language: 'python' }],
    ])
    expectRead('<code class="language-python">x</code>', 'x', [['code', 0, 1]])
  })

  it('decodes the four named references and the numeric ones', () => {
    expectRead('&lt;&gt;&amp;&quot; &laquo; &#65;&#x1F44D; &lt', '<>&" &laquo; A👍 <', [])
  })
})

describe('what HTML refuses', () => {
  test.each([
    ['🏟 🏟&lt;<abacaba', 'Unclosed start tag at byte offset 13'],
    ['🏟 🏟&lt;<abac aba>', 'Unsupported start tag "abac" at byte offset 13'],
    ['🏟 🏟&lt;<i   =aba>', 'Empty attribute name in the tag "i" at byte offset 13'],
    ['🏟 🏟&lt;<i    aba>', 'Can\'t find end tag corresponding to start tag "i"'],
    ['🏟 🏟&lt;<i    aba  =  ', 'Unclosed start tag "i" at byte offset 13'],
    ['🏟 🏟&lt;<i    aba  =  190azAz-.,', 'Unexpected end of name token at byte offset 27'],
    ['🏟 🏟&lt;<i    aba  =  "&lt;&gt;&quot;>', 'Unclosed start tag at byte offset 13'],
    ['🏟 🏟&lt;</', 'Unexpected end tag at byte offset 13'],
    ['🏟 🏟&lt;<i>a</i   ', 'Unclosed end tag at byte offset 17'],
    ['🏟 🏟&lt;<i>a</em   >', 'Unmatched end tag at byte offset 17, expected "</i>", found "</em>"'],
    ['a < b', 'Unsupported start tag "" at byte offset 2'],
    ['<span>x</span>', 'Tag "span" must have class "tg-spoiler" at byte offset 0'],
    [
      '&#57311;',
      'Text contains invalid Unicode characters after decoding HTML entities, check for unmatched surrogate code units',
    ],
  ])('%j', (source, problem) => {
    expect(parse(source)).toEqual({ ok: false, problem })
  })
})
