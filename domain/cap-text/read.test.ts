import fc from 'fast-check'
import { describe, expect, it, test, vi } from 'vitest'
import { briefReading, readCorpus, worldOf, writerOf } from '#testing/cap-world.ts'
import { measureAgainstPlain } from '#testing/plain-work.ts'
import { brandText } from '#domain/kernel/brand.ts'
import type { Day } from '#domain/kernel/day.ts'
import { BEARINGS, HARMLESS } from './bearings.ts'
import { LICENCES } from './licences.ts'
import { parseCaps } from './read.ts'
import { WORDS } from './words.ts'

const read = (text: string, who = 'b301') => briefReading(parseCaps({ text }, worldOf(writerOf(who))))

/** `who hh:mm | text <<< what it answers | what is read`; lines of a text are parted by `\n`. */
const own = readCorpus('own-messages.txt')
  .trim()
  .split('\n')
  .map((line) => line.split(' | '))

it.each(own)('%s: %s', (at = '', written = '', expected = '') => {
  const [who = '', time = ''] = at.split(' ')
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const [text = '', replyTo = null] = written.replaceAll('\\n', '\n').replaceAll('\\t', '\t').split(' <<< ')
  const world = worldOf(writerOf(who), hours * 60 + minutes)
  expect(briefReading(parseCaps({ text, replyTo }, world))).toBe(expected.trim())
})

describe('a question', () => {
  const world = worldOf({ kind: 'broker', advertiserIds: ['301'] }, 19 * 60)
  const answered = (text: string, ...answers: [string, string][]) =>
    briefReading(parseCaps({ text, answers: new Map(answers) }, world))

  test('that was answered is asked no more, and what it left open is known', () => {
    expect(answered('DE 30')).toBe('?which-day; ?which-source')
    expect(answered('DE 30', ['which-day:', '2026-12-03'], ['which-source:DE', '44'])).toBe('set 03 DE 301/44 30')
    expect(answered('IT 20 tomorrow frozn', ['unknown-word:frozn', 'nothing'])).toBe('set 03 IT 301/44 20')
    expect(answered('IT 20 tomorrow frozn', ['unknown-word:frozn', 'leave'])).toBe('')
    expect(answered('IT 20 44 55', ['is-number-a-cap:IT 20 44 55 IT', 'leave'])).toBe('')
    const team = worldOf({ kind: 'team' }, 10 * 60)
    const text = 'Altimex IT 20 tomorrow'
    const [ask] = parseCaps({ text }, team).asks
    expect(parseCaps({ text }, team).asks).toHaveLength(1)
    expect(ask?.answers.map(({ label }) => label)).toEqual(['Altamar (301)', 'It means nothing', 'Leave this out'])
    const taken = new Map([[ask?.id ?? '', ask?.answers[0]?.value ?? '']])
    expect(briefReading(parseCaps({ text, answers: taken }, team))).toBe('set 03 IT 301/44 20')
    // Of several who buy a geo, those who buy it of the named source come first.
    const firstFor = (said: string) => parseCaps({ text: said }, team).asks[0]?.answers[0]?.value
    expect([firstFor('DE 15 #23 tomorrow'), firstFor('CA 66 7 tomorrow')]).toEqual(['309', '307'])
    // Whose the one is that names nobody is not whose the other one is.
    const two = 'Altamar IT 20 #44 tomorrow\nFR 25 #44 tomorrow'
    expect(briefReading(parseCaps({ text: two, answers: new Map([['which-advertiser:', '302']]) }, team))).toBe(
      'set 03 IT 301/44 20; set 03 FR 302/44 25',
    )
    // A partner is not told who else there is.
    expect(parseCaps({ text }, world).asks.flatMap(({ answers }) => answers.map(({ value }) => value))).toEqual([
      'nothing',
      'leave',
    ])
    expect(answered('IT full', ['is-pause:IT full', 'plan'])).toBe('pause 02 IT 301/44')
    const endless = 'Stop IT from Friday till further notice'
    expect(answered(endless, [`which-day:${endless}`, '2026-12-04'])).toBe('pause 04 IT 301/44')
    const paused = { ...world, standing: world.standing.map((cap) => ({ ...cap, isPaused: true })) }
    const resumed = (...answers: [string, string][]) =>
      briefReading(parseCaps({ text: 'resume', answers: new Map(answers) }, paused))
    expect(resumed()).toBe('?which-geo')
    expect(resumed(['which-geo:resume', 'IT'])).toBe('resume 02 IT 301/44')
    const hours = 'IT 20, ES 30 10-18 tomorrow'
    const scope = (value: string) => answered(hours, ['which-hours-scope:ES 30 10-18 tomorrow', value])
    expect(scope('all')).toBe('set 03 IT 301/44 20 10:00-18:00; set 03 ES 301/21 30 10:00-18:00')
    expect(scope('last')).toBe('set 03 IT 301/44 20; set 03 ES 301/21 30 10:00-18:00')
  })
})

test.each(['2026-11-30 IT 20', '2026-11-30\nIT 20', 'plan 30.11.2026:\nIT 20'])(
  'a day that is over is not planned: %s',
  (text) => {
    expect(read(text)).not.toContain('set')
  },
)

test('of a message that is passed on later no day is planned that is over by then', () => {
  const readOn = brandText<Day>('2026-12-04')
  const { standing, ...written } = worldOf(writerOf('b301'))
  const world = { ...written, readOn, standing: [...standing, ...standing.map((cap) => ({ ...cap, date: readOn }))] }
  const passedOn = (text: string) => briefReading(parseCaps({ text }, world))
  expect(passedOn('IT 20 tomorrow')).toBe('?which-day')
  expect(parseCaps({ text: 'IT 20 tomorrow' }, world).asks[0]?.answers.map(({ value }) => value)).toEqual([
    '2026-12-04',
    '2026-12-05',
  ])
  expect(passedOn('IT 20 on Friday')).toBe('set 04 IT 301/44 20')
  expect(passedOn('stop IT till Sunday')).toBe('pause 04+05 IT 301/44')
})

test('what is back on from a source is resumed for that source alone', () => {
  const { standing, ...world } = worldOf(writerOf('b310'))
  const paused = { ...world, standing: standing.map((cap) => ({ ...cap, isPaused: true })) }
  const back = (text: string) => briefReading(parseCaps({ text }, paused))
  expect(back('SE from 58 back on')).toBe('resume 02 SE 310/58')
  expect(back('SE back on')).toBe('resume 02 SE 310/40; resume 02 SE 310/58')
})

describe('no reading is another one', () => {
  const cap = fc.record({ geo: fc.constantFrom('IT', 'ES'), cap: fc.integer({ min: 1, max: 90 }) })
  const caps = fc.uniqueArray(cap, { minLength: 1, maxLength: 2, selector: ({ geo }) => geo })
  const write = (rows: readonly { geo: string; cap: number }[]) => rows.map((row) => `${row.geo} ${row.cap} leads`)

  test('by the order of lines, by emoji, by case, or by letters that only look alike', () => {
    fc.assert(
      fc.property(caps, (rows) => {
        const lines = write(rows)
        const sorted = (text: string) => read(text).split('; ').toSorted()
        const plain = sorted(`tomorrow\n${lines.join('\n')}`)
        expect(plain).toHaveLength(rows.length)
        expect(sorted(`tomorrow\n${lines.toReversed().join('\n')}`)).toEqual(plain)
        expect(sorted(`tomorrow 🔥\n${lines.join(' 🚀🙏\n')}`)).toEqual(plain)
        expect(sorted(`TOMORROW\n${lines.join('\n').toUpperCase()}`)).toEqual(plain)
        expect(sorted(`tomorrow\n${lines.join('\n').toLowerCase()}`)).toEqual(plain)
        expect(sorted(`tоmorrow\n${lines.join('\n').replaceAll('E', 'Е').replaceAll('T', 'Т')}`)).toEqual(plain)
      }),
    )
  })

  test('when it is said in full', () => {
    const said = fc.record({
      cap: fc.integer({ min: 1, max: 70 }),
      from: fc.integer({ min: 1, max: 11 }),
      to: fc.integer({ min: 13, max: 24 }),
      cpa: fc.integer({ min: 500, max: 2_000 }),
      crg: fc.integer({ min: 1, max: 16 }),
    })
    fc.assert(
      fc.property(said, ({ cap: leads, from, to, cpa, crg }) => {
        const hours = `${String(from).padStart(2, '0')}:00-${to}:00`
        const expected = `set 04 IT 301/44 ${leads} ${hours} $${cpa} ${crg}%`
        expect(read(`2026-12-04 IT cap ${leads} #44 ${hours} ${cpa}$+${crg}%`)).toBe(expected)
      }),
    )
  })
})

test.each(BEARINGS)('what is said beside rows holds them: $example', (entry) => {
  const asked = BEARINGS.map((each) => ({ each, spy: vi.spyOn(each, 'bears') }))
  expect(read(entry.example, 'b302')).toBe(`?${entry.code}`)
  expect(asked.filter(({ spy }) => spy.mock.results.some(({ value }) => value)).map(({ each }) => each)).toEqual([
    entry,
  ])
  vi.restoreAllMocks()
})

test.each(LICENCES)('a word of which nothing was made holds its row: $example', ({ example, code }) => {
  expect(read(example, 'b302')).toBe(`?${code}`)
})

test.each(HARMLESS)('some talk never does: $example', (entry) => {
  const asked = HARMLESS.map((each) => ({ each, spy: vi.spyOn(each, 'is') }))
  expect(read(entry.example, 'b302')).toBe('set 03 GB 302/33 40')
  expect(asked.find(({ spy }) => spy.mock.results.some(({ value }) => value))?.each).toBe(entry)
  vi.restoreAllMocks()
})

test('nothing is saved beside a clause that doubts, denies, asks, takes back, or is not understood, wherever it stands', () => {
  const clause = fc.constantFrom(
    'if they pay today',
    'subject to approval',
    'not confirmed',
    'will confirm later',
    'maybe less',
    'or 20',
    'is that ok?',
    'wrong chat',
    'as an example',
    'just kidding',
    'пока не подтверждено',
    'после оплаты',
    'erst wenn bezahlt ist',
    'si pagan hoy',
    'jeszcze nie wiem',
  )
  const row = fc.constantFrom('UK 40 tomorrow', 'tomorrow UK 40, 10-18', 'set UK to 40 tmrw pls', 'UK 40 leads завтра')
  const form = fc.constantFrom(
    (text: string, said: string) => `${text}, ${said}`,
    (text: string, said: string) => `${text}. ${said}`,
    (text: string, said: string) => `${text}\n${said}`,
    (text: string, said: string) => `${text}\n\n${said}`,
    (text: string, said: string) => `${text} (${said})`,
    (text: string, said: string) => `${said}, ${text}`,
    (text: string, said: string) => `${said}\n${text}`,
  )
  fc.assert(
    fc.property(row, clause, form, (text, said, write) => {
      expect(read(write(text, said), 'b302')).not.toContain('set')
    }),
    { numRuns: 400 },
  )
})

test('any text is read, and saves nothing that it does not say', () => {
  const piece = fc.constantFrom(
    'DE',
    'IT',
    '20',
    '44',
    ',',
    '\n',
    '.',
    '-',
    '(',
    ')',
    '10-18',
    'tomorrow',
    'stop',
    'not',
    '+5',
    '1200+10%',
    'from',
    'till',
    'xyz',
    '?',
    '🇩🇪',
    '24/7',
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join(' ')),
        fc.string({ maxLength: 200 }),
      ),
      (text) => {
        for (const row of parseCaps({ text }, worldOf({ kind: 'team' })).rows) {
          if (row.action === 'set' && row.asks.length === 0) expect(text).toContain(String(row.cap))
        }
      },
    ),
  )
})

/** Times of a plain piece of work on text. */
const MOST_TIMES = 4

test.each([
  ['200 lines', Array.from({ length: 200 }, (_, at) => `DE ${at + 1} 44 tomorrow 10-18 1200+10%`).join('\n')],
  ['one long line', 'DE 20 44, '.repeat(410)],
  ['digits', '1'.repeat(4_096)],
  ['dashes', '1-'.repeat(2_048)],
  ['brackets', '('.repeat(4_096)],
  ['unknown words', 'frobnicate wibble '.repeat(228)],
  ['flags', '🇩🇪'.repeat(1_024)],
  ['rows with talk between', 'DE 20\nnvm\n'.repeat(409)],
])('%s are read at once', (_, text) => {
  const world = worldOf({ kind: 'broker', advertiserIds: ['301'] })
  parseCaps({ text }, world)
  const times = measureAgainstPlain(5, () => parseCaps({ text }, world))
  expect(times).toBeLessThan(MOST_TIMES)
})

test.each(Object.entries(WORDS))('words of “%s” have an example', (_, { words, example }) => {
  const first = words.split(/[|\n]/).map((word) => word.trim().toLowerCase())
  expect(first.some((word) => example.toLowerCase().includes(word))).toBe(true)
})
