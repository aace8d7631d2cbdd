import { describe, expect, it, test } from 'vitest'
import { parseHtml } from './html.ts'

const ada = { id: 123_456_789, is_bot: false, first_name: 'Ada' }
const parse = (source: string) => parseHtml(source, (id) => (id === ada.id ? ada : undefined))

function marked(text: string, entities: [string, number, number, object?][]) {
  const wanted = entities.map(([type, offset, length, more]) => ({ type, offset, length, ...more }))
  return { ok: true, formatted: { text, entities: wanted } }
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
    expect(parse(source)).toEqual(marked('x', [[type, 0, 1]]))
  })

  it('nests, and closes with a nameless end tag', () => {
    expect(parse('<b>bold <i>both</i> <s>gone</></b>')).toEqual(
      marked('bold both gone', [
        ['bold', 0, 14],
        ['italic', 5, 4],
        ['strikethrough', 10, 4],
      ]),
    )
  })

  it('reads links, mentions, custom emoji and languages', () => {
    expect(parse('<a href="http://www.example.com/">site</a>')).toEqual(
      marked('site', [['text_link', 0, 4, { url: 'http://www.example.com/' }]]),
    )
    expect(parse('<a href="tg://user?id=123456789">Ada</a>')).toEqual(
      marked('Ada', [['text_mention', 0, 3, { user: ada }]]),
    )
    expect(parse('<a>telegram.org</a>')).toEqual(
      marked('telegram.org', [['text_link', 0, 12, { url: 'http://telegram.org/' }]]),
    )
    expect(parse('<tg-emoji emoji-id="5368324170671202286">👍</tg-emoji>')).toEqual(
      marked('👍', [['custom_emoji', 0, 2, { custom_emoji_id: '5368324170671202286' }]]),
    )
    expect(parse('<pre><code class="language-python">x = 1</code></pre>')).toEqual(
      marked('x = 1', [['pre', 0, 5, { language: 'python' }]]),
    )
    expect(parse('<code class="language-python">x</code>')).toEqual(marked('x', [['code', 0, 1]]))
  })

  it('decodes the four named references and the numeric ones', () => {
    expect(parse('&lt;&gt;&amp;&quot; &laquo; &#65;&#x1F44D; &lt')).toEqual(marked('<>&" &laquo; A👍 <', []))
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
