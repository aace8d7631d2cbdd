import { expect, test } from 'vitest'
import { foldSource } from '#domain/kernel/identity.ts'
import { briefReading, worldOf, writerOf } from '#testing/cap-world.ts'
import { parseCaps } from './read.ts'

const open = (text: string, who: string, ...answers: [string, string][]) =>
  parseCaps({ text, answers: new Map(answers) }, worldOf(writerOf(who)))
const read = (...asked: Parameters<typeof open>) => briefReading(open(...asked))

test('a source that was answered is that of the row that left it open, not of others that name theirs', () => {
  expect(read('DE 20 tomorrow\nDE #12 15 on Friday', 'b301', ['which-source:DE', '44'])).toBe(
    'set 03 DE 301/44 20; set 04 DE 301/12 15',
  )
  expect(read('DE 20 tomorrow, stop DE 12 today', 'b301', ['which-source:DE', '44'])).toBe(
    'set 03 DE 301/44 20; pause 02 DE 301/12',
  )
  expect(read('DE #12 10 tomorrow\nDE 20 tomorrow', 'b301', ['which-source:DE', '44'])).toBe(
    'set 03 DE 301/12 10; set 03 DE 301/44 20',
  )
})

test('two advertisers that leave the source of one geo open are asked about one by one', () => {
  const { standing, ...team } = worldOf(writerOf('t'))
  const further = standing.filter(({ geo, advertiserId }) => geo === 'DE' && advertiserId === '308')
  const world = {
    ...team,
    standing: [...standing, ...further.map((cap) => ({ ...cap, sourceNumber: foldSource('44') }))],
  }
  const text = 'Altamar DE 20 tomorrow\nHalcyon DE 15 tomorrow\nHalcyon DE #12 12 tomorrow'
  const { asks } = parseCaps({ text }, world)
  expect(asks.map(({ code, about }) => [code, about])).toEqual([
    ['which-source', 'Altamar DE'],
    ['which-source', 'Halcyon DE'],
  ])
  const [first = '', second = ''] = asks.map(({ id }) => id)
  const answered = (...answers: [string, string][]) =>
    briefReading(parseCaps({ text, answers: new Map(answers) }, world))
  expect(answered([first, '44'])).toBe('set 03 DE 301/44 20; set 03 DE 308/12 12; ?which-source')
  expect(answered([first, '12'], [second, '44'])).toBe('set 03 DE 301/12 20; set 03 DE 308/44 15; set 03 DE 308/12 12')
})

test('a row that is left out because nobody knows its source becomes no cap', () => {
  const { asks } = open('DE 40 tomorrow', 'b302')
  expect(asks.map(({ answers }) => answers.map(({ value }) => value))).toEqual([['leave']])
  const answered = open('DE 40 tomorrow', 'b302', ['which-source:DE', 'leave'])
  expect([answered.rows, answered.asks]).toEqual([[], []])
})

test('a day that was answered for a cap is not that of a pause beside it, which is for the day of writing', () => {
  const world = worldOf(writerOf('b302'), 18 * 60)
  const text = 'UK 40, stop FR'
  const answered = (answers: Map<string, string>) => briefReading(parseCaps({ text, answers }, world))
  const [ask] = parseCaps({ text }, world).asks
  expect(answered(new Map([[ask?.id ?? '', '2026-12-03']]))).toBe('set 03 GB 302/33 40; pause 02 FR 302/17')
})

test('a name that several sources have is asked apart from a row that names none, and each answer ends its question', () => {
  const text = 'DE 30 tomorrow from Brightpath\nDE 10 Friday'
  const answers = new Map<string, string>()
  for (let round = 0; round < 3; round += 1) {
    for (const {
      id,
      answers: [first],
    } of parseCaps({ text, answers }, worldOf(writerOf('b301'))).asks)
      answers.set(id, first?.value ?? '')
  }
  expect(parseCaps({ text, answers }, worldOf(writerOf('b301'))).asks).toEqual([])
})

test('a number that can be read in two ways is offered both ways, and read as it was answered', () => {
  const labels = (text: string) => open(text, 'b302').asks.map(({ answers }) => answers.map(({ label }) => label))
  expect(labels('UK 20-25 tomorrow')).toEqual([['20', '25', 'Leave this out']])
  expect(read('UK 20-25 tomorrow', 'b302', ['approximate:20-25', '25'])).toBe('set 03 GB 302/33 25')
  // Of rows with one range the one question names both geos.
  const twice = 'UK 20-25 tomorrow\nFR 20-25 tomorrow'
  expect(open(twice, 'b302').asks.map(({ about }) => about)).toEqual(['GB, FR: 20-25'])
  expect(read(twice, 'b302', ['approximate:20-25', '25'])).toBe('set 03 GB 302/33 25; set 03 FR 302/17 25')
  // Nobody knows whether 3 or 20 is the number, and which day is meant for both.
  const text = 'UK 40, FR 20 Dec 3'
  expect(read(text, 'b302')).toBe('?which-day; ?is-number-a-cap')
  expect(labels(text).at(-1)).toEqual(['3 on 20 Dec', '20 on Dec 3', 'Leave this out'])
  const answered = (day: string) => read(text, 'b302', ['is-number-a-cap:20 Dec 3', day])
  expect(answered('2026-12-03')).toBe('set 03 GB 302/33 40; set 03 FR 302/17 20')
  expect(answered('2026-12-20')).toBe('set 20 GB 302/33 40; set 20 FR 302/17 3')
  expect(read('FR 3 Dec 20 leads', 'b302')).toBe('set 03 FR 302/17 20')
  // Of two months the first is asked about. What follows it stays.
  const both = 'FR 20 Dec 3 Dec 5'
  expect(labels(both)).toEqual([['3 on 20 Dec', '20 on Dec 3', 'Leave this out']])
  expect(read(both, 'b302', ['is-number-a-cap:20 Dec 3', '2026-12-03'])).toBe('?which-day')
  // Both ways are one.
  expect(read('FR 10 Dec 10', 'b302')).toBe('set 10 FR 302/17 10')
  expect(labels('FR 20-20 tomorrow')).toEqual([['20', 'Leave this out']])
})

test('a number beside the name above a list is asked about, and the list is that of the name', () => {
  const text = 'Altamar (44)\nIT 20 tomorrow'
  const { asks } = open(text, 't')
  expect(asks.map(({ about, answers }) => [about, answers.map(({ label }) => label)])).toEqual([
    ['Altamar (44)', ['Source 44', 'It means nothing', 'Leave this out']],
  ])
  const answered = (value: string) => read(text, 't', [asks[0]?.id ?? '', value])
  expect(['source', 'nothing', 'leave'].map(answered)).toEqual(['set 03 IT 301/44 20', 'set 03 IT 301/44 20', ''])
  expect(read('Altamar (12)\nIT 20 tomorrow', 't', ['is-number-a-cap:Altamar (12)', 'source'])).toBe(
    'set 03 IT 301/12 20',
  )
  // So it is further down, and nothing of it is of the rows above.
  const lists = 'tomorrow\nBluefin (33)\n10-18\nUK 40\nAltamar (44)\nIT 20'
  const [first = '', second = ''] = open(lists, 't').asks.map(({ id }) => id)
  expect([first, second]).toEqual(['is-number-a-cap:Bluefin (33)', 'is-number-a-cap:Altamar (44)'])
  expect(read(lists, 't', [first, 'source'])).toBe('set 03 GB 302/33 40 10:00-18:00; ?is-number-a-cap')
  expect(read(lists, 't', [first, 'source'], [second, 'source'])).toBe(
    'set 03 GB 302/33 40 10:00-18:00; set 03 IT 301/44 20',
  )
  // Without a row below, or without brackets among the rows, nobody knows what it means.
  expect(read('Altamar IT 20 tomorrow\nBluefin (33)', 't')).toBe('?contradiction')
  expect(read('tomorrow\nBluefin UK 40\nAltamar 44\nIT 20', 't')).toBe('?contradiction')
})

test('a name above a list that is an advertiser and a source is no source of the rows of others', () => {
  const team = worldOf(writerOf('t'))
  const world = { ...team, publishers: [...team.publishers, { key: '77', name: 'Bluefin', aliases: [] }] }
  const readIn = (text: string) => briefReading(parseCaps({ text }, world))
  expect(readIn('Bluefin\nAltamar IT 20 tomorrow')).toBe('set 03 IT 301/44 20')
})

test('which of two numbers is the cap is answered by one of them, and the other one is the source', () => {
  const text = 'Altamar FR 40 33 tomorrow'
  const { asks } = open(text, 't')
  expect(asks.map(({ code, answers }) => [code, ...answers.map(({ value }) => value)])).toEqual([
    ['is-number-a-cap', '40', '33', 'leave'],
  ])
  const of = `is-number-a-cap:${text} FR`
  expect(read(text, 't', [of, '40'])).toBe('set 03 FR 301/33 40')
  expect(read(text, 't', [of, '33'])).toBe('set 03 FR 301/40 33')
  expect(read(text, 't', [of, 'leave'])).toBe('')
})

test('a line that names no known geo is left out alone, and the rows beside it stay', () => {
  const text = 'tomorrow\nUK 40\nXX 10 source 5\nFR 20'
  const { asks } = open(text, 'b302')
  expect(asks.map(({ about, answers }) => [about, answers.map(({ label }) => label)])).toEqual([
    ['XX 10 source 5', ['Leave this out']],
  ])
  expect(open(text, 'b302').rows.every(({ asks: held }) => held.length === 1)).toBe(true)
  const left = asks.map(({ id, answers: [answer] }): [string, string] => [id, answer?.value ?? ''])
  expect(read(text, 'b302', ...left)).toBe('set 03 GB 302/33 40; set 03 FR 302/17 20')
})
