import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MAX_TEXT, type Formatted, type ParseMode } from '#domain/markup/formatted.ts'
import { html, joinLines } from '#domain/markup/html.ts'
import { parseMarkup } from '#domain/markup/markup.ts'
import { splitFormatted } from '#domain/markup/split.ts'
import { fillTemplate, parseTemplate } from '#domain/sentences/template.ts'
import { finishText, parseText } from './format.ts'
import { tidy } from './tidy.ts'

// The product's own reading of markup against that of the stand-in, which was written from Telegram's own source.

const RUNS = process.env['SOAK'] ? 200_000 : 3_000
const MODES: readonly ParseMode[] = ['HTML', 'Markdown', 'MarkdownV2']

const PIECES: Readonly<Record<ParseMode, readonly string[]>> = {
  HTML: (
    '<b> </b> <i> </i> <u> </u> <s> </s> <tg-spoiler> </tg-spoiler> <code> </code> <pre> </pre> </code></pre> ' +
    '<blockquote> </blockquote> </a> <a\u00a0href=x> <span> </span> <B> </B> </> <x> < > & &lt; &amp &#65; &#x1f600; ' +
    '&nope; &#0; <b </b\u00a0 " </tg-emoji>'
  )
    .split(' ')
    .map((piece) => piece.replaceAll('\u00a0', ' '))
    .concat('<pre><code class="language-ts">', '<blockquote expandable>', '<a href="https://a.example/x?y=1&amp;z">')
    .concat(
      "<a href='b.example'>",
      '<span class="tg-spoiler">',
      '<b x',
      '<b x=',
      '<b x="',
      '<b =>',
      '<tg-emoji emoji-id="5">',
    ),
  Markdown: ['*', '_', '`', '```', '```ts\n', '[', ']', '](', ')', 'a.example', '\\', '\\*', '\\_', '\\`', '\\['],
  MarkdownV2: '* _ __ ~ || ` ``` [ ] ]( ) https://a.example/ ![ \\ > \\. . - ! { # \\\\ ** ](tg://emoji?id=5) ( \\)'
    .split(' ')
    .concat('```ts\n', '\n>', '||\n'),
}
const PLAIN = ['a', 'b c', ' ', '\n', '😀', 'é', '\r', '\t', 'word', '12']

const sources = (mode: ParseMode) =>
  fc
    .array(fc.oneof(fc.constantFrom(...PIECES[mode]), fc.constantFrom(...PLAIN)), { maxLength: 14 })
    .map((parts) => parts.join(''))

describe.each(MODES)('%s', (mode) => {
  test('what the product takes Telegram takes, and shows alike; what it refuses Telegram refuses', () => {
    fc.assert(
      fc.property(sources(mode), (source) => {
        const ours = parseMarkup(source, mode)
        const theirs = parseText(source, mode, () => undefined)
        expect(ours.ok).toBe(theirs.ok)
        if (!ours.ok || !theirs.ok) return
        const shown = tidy(theirs.result)
        // An emoji of the premium kind is text to the product, and so keeps no spaces before it.
        if (theirs.result.entities.some(({ type }) => type === 'custom_emoji')) {
          expect(squeeze(ours.value.text)).toBe(squeeze(shown.text))
        } else expect(ours.value).toEqual(shown)
      }),
      { numRuns: RUNS },
    )
  })

  test('a place is named that lies in the text', () => {
    fc.assert(
      fc.property(sources(mode), (source) => {
        const read = parseMarkup(source, mode)
        if (read.ok) return
        expect(read.at).toBeGreaterThanOrEqual(0)
        expect(read.at).toBeLessThanOrEqual(source.length)
        expect(read.sentence).toMatch(/\S/)
      }),
    )
  })

  test('what is filled in for a placeholder stands as it is, whatever signs are in it', () => {
    const template = { HTML: '<b>{{name}}</b> & more', Markdown: '*{{name}}* & more', MarkdownV2: '*{{name}}* & more' }[
      mode
    ]
    const read = parseTemplate(template.replace('& more', mode === 'HTML' ? '&amp; more' : '& more'), mode, ['name'])
    if (!read.ok) throw new Error(read.sentence)
    fc.assert(
      fc.property(anyText(), (name) => {
        const { text, entities } = fillTemplate(read.value, new Map([['name', name]]))
        const shown = tidy({ text: name.toWellFormed(), entities: [] }).text
        expect(text).toContain(shown)
        expect(acceptable({ text, entities })).toBe(true)
      }),
      { numRuns: 500 },
    )
  })
})

test('a message that is built from values never breaks, and shows each value', () => {
  fc.assert(
    fc.property(anyText(), anyText(), (one, other) => {
      const message = joinLines([html`<b>${one}</b>: ${7}`, null, html`<i>${html`<code>${other}</code>`}</i>`])
      const read = parseText(message.source, 'HTML', () => undefined)
      expect(read.ok).toBe(true)
      if (read.ok) expect(read.result.text).toBe(`${one.toWellFormed()}: 7\n${other.toWellFormed()}`)
      expect(parseMarkup(message.source, 'HTML').ok).toBe(true)
    }),
    { numRuns: 500 },
  )
})

test('a long text in parts loses nothing but spaces, and each part is one that Telegram takes', () => {
  fc.assert(
    fc.property(
      anyText(),
      fc.array(fc.nat(9_999), { maxLength: 300 }),
      fc.integer({ min: 20, max: 400 }),
      (text, at, rest) => {
        const entities = at.map((offset, index) => ({
          type: index % 2 ? ('bold' as const) : ('code' as const),
          offset: offset % Math.max(1, text.length),
          length: 1 + (index % 7),
        }))
        const within = entities.filter(({ offset, length }) => offset + length <= text.length)
        const parts = splitFormatted({ text, entities: within }, { first: 20, rest })
        expect(squeeze(parts.map((part) => part.text).join(''))).toBe(squeeze(tidy({ text, entities: [] }).text))
        for (const [index, part] of parts.entries()) {
          expect(part.text.length).toBeLessThanOrEqual(index === 0 ? 20 : rest)
          expect(part.entities.length).toBeLessThanOrEqual(100)
          if (text.isWellFormed()) expect(part.text.isWellFormed()).toBe(true)
          expect(acceptable(part)).toBe(true)
        }
      },
    ),
    { numRuns: 300 },
  )
})

/** Short and long, of every sign that means something somewhere. */
function anyText() {
  const sign = fc.oneof(
    fc.constantFrom(
      '<b>',
      '</b>',
      '&',
      '&lt;',
      '_',
      '*',
      '[',
      '](',
      '`',
      '```',
      '\\',
      '{{name}}',
      '\n',
      ' ',
      '"',
      '😀',
      '\u0000',
      '\ud800',
      '🇩🇪',
    ),
    fc.string({ unit: 'binary', maxLength: 4 }),
  )
  return fc.oneof(
    fc.array(sign, { maxLength: 20 }).map((signs) => signs.join('')),
    fc.tuple(sign, fc.integer({ min: 1, max: 3_000 })).map(([one, times]) => one.repeat(times).slice(0, 10_000)),
  )
}

const squeeze = (text: string) => text.replaceAll(/\s/g, '')

/** Telegram's rules for entities that are given: within the text, and tidy, so that nothing of them is changed. */
function acceptable({ text, entities }: Formatted): boolean {
  if (text.length > MAX_TEXT * 3) return false
  const known = entities.every(({ offset, length }) => offset >= 0 && length > 0 && offset + length <= text.length)
  return known && finishText({ text, entities }).text === text
}
