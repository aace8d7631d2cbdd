import { describe, expect, it } from 'vitest'
import { briefCells as brief, readMessage as read } from '#testing/cap-messages.ts'

const FULLY_READ: [string, string[]][] = [
  // One line.
  ['tomorrow DE 20 44 10:00-18:00 1200+10%', ['22 DE 20 #44 10:00-18:00 $1200 10%']],
  ['🇮🇹IT cap: 15 price: $900+8%', ['IT 15 $900 8%']],
  ['Geo : DE / Price : 1450+20% / cap 10', ['DE 10 $1450 20%']],
  ['UK - 1,350+10%', ['UK ? $1,350 10%']],
  ['UK - 20 - 1,350+10%', ['UK 20 $1,350 10%']],
  ['DE 20', ['DE 20']],
  ['DE - 20', ['DE 20']],
  ['DE: 20', ['DE 20']],
  ['DE:20', ['DE 20']],
  ['DE:20 AT:10 CH:5', ['DE 20', 'AT 10', 'CH 5']],
  ['DE: 20 (44)', ['DE 20 #44']],
  ['DE 20 - 44', ['DE 20 #44']],
  ['de 20 44', ['DE 20 #44']],
  ['20 leads DE', ['DE 20']],
  ['PLEASE ADD 20 IN DE', ['DE 20']],
  ['Hi team! Please set DE 20 for tomorrow, thanks', ['22 DE 20']],
  ['1) DE 20', ['DE 20']],
  ['1. AT 20\n2. IT 30', ['AT 20', 'IT 30']],
  ['• AT 20 44', ['AT 20 #44']],
  ['DE -> 20', ['DE 20']],
  ['DE-20', ['DE 20']],
  ['source 44\nDE 20 44', ['DE 20 #44']],
  ['• DE 20 44 09:00-12:00, 14:00-18:00 $1,200.50', ['DE 20 #44 09:00-12:00, 14:00-18:00 $1,200.50']],
  // Sources and brokers.
  ['DE 20 #44', ['DE 20 #44']],
  ['#44- DE 20', ['DE 20 #44']],
  ['#44– DE 20', ['DE 20 #44']],
  ['#44-a DE 20', ['DE 20 #44-a']],
  ['DE cap 20 source 44', ['DE 20 #44']],
  ['source 44 cap 20 DE', ['DE 20 #44']],
  ['aff 44 DE 20 leads', ['DE 20 #44']],
  ['AFF44 DE 20', ['DE 20 #44']],
  ['Affiliate ID: 44 / Geo: FR / Cap: 12', ['FR 12 #44']],
  ['DE 20 pub_id=A-44', ['DE 20 #A-44']],
  ['Alster Insurance DE 20 44', ['DE 20 #44 @B-017']],
  ['NORD 🇩🇪 20 #44', ['DE 20 #44 @B-002']],
  ['broker B-017 DE 20 44', ['DE 20 #44 @B-017']],
  ['Broker: Unknown Co DE 20', ['DE 20 @Unknown Co']],
  // Flags and names.
  ['🇬🇧 UK 20', ['UK 20']],
  ['🇬🇧 20', ['GB 20']],
  ['Germany 20 leads a day', ['DE 20']],
  ['South Africa 15', ['ZA 15']],
  ['USA cap 30 price $650 flat', ['US 30 $650']],
  ['Geo: LATAM cap 50', ['LATAM 50']],
  ['Geo: CA-FR cap 20', ['CA-FR 20']],
  ['NO 20', ['NO 20']],
  ['IT 20', ['IT 20']],
  // Several geos.
  ['DE, AT, CH cap 10', ['DE 10', 'AT 10', 'CH 10']],
  ['DE/AT/CH - 10 - 1200+10%', ['DE 10 $1200 10%', 'AT 10 $1200 10%', 'CH 10 $1200 10%']],
  ['🇩🇪🇦🇹🇨🇭 cap 20 each', ['DE 20', 'AT 20', 'CH 20']],
  ['DE 20, IT 15, ES 10', ['DE 20', 'IT 15', 'ES 10']],
  ['UK 10 FR 20 IT 5', ['UK 10', 'FR 20', 'IT 5']],
  ['today DE 20, tomorrow DE 30', ['21 DE 20', '22 DE 30']],
  ['tomorrow #44: DE 20, IT 15', ['22 DE 20 #44', '22 IT 15 #44']],
  ['IT ES PT - 20', ['IT 20', 'ES 20', 'PT 20']],
  // Prices.
  ['DE 20 900 CPA', ['DE 20 $900']],
  ['DE 20 cpa 900 crg 10', ['DE 20 $900 10%']],
  ['DE 20 price 900 / cr 8%', ['DE 20 $900 8%']],
  ['DE 20 1450+ 20 %', ['DE 20 $1450 20%']],
  ['DE 20 900 USD + 8.25%', ['DE 20 $900 8.25%']],
  ['DE 20 CRG 10%', ['DE 20 10%']],
  ['DE 20 44 cpa 900 crg 8.5', ['DE 20 #44 $900 8.5%']],
  ['Geo: DE\nCap: 20\nCRG: 12.5', ['DE 20 12.5%']],
  ['DE 20 крг 8.5', ['DE 20 8.5%']],
  ['DE 20 cpa 12.10', ['DE 20 $12.10']],
  ['DE 20\nPrice: 7.5', ['DE 20 $7.5']],
  ['DE 20 900$', ['DE 20 $900']],
  ['DE 20 900+8%', ['DE 20 $900 8%']],
  ['DE cap:20 hours:9-18 cpa:900 crg:8', ['DE 20 09:00-18:00 $900 8%']],
  // Caps.
  ['DE cap 1,350', ['DE 1,350']],
  ['Italia cap 20 - 900+8%', ['IT 20 $900 8%']],
  ['BY 10', ['BY 10']],
  ['DE 20/day', ['DE 20']],
  ['DE daily cap: 20', ['DE 20']],
  ['DE cap20', ['DE 20']],
  // Hours.
  ['DE cap 20 10-18', ['DE 20 10:00-18:00']],
  ['DE cap 20 1000-1800', ['DE 20 10:00-18:00']],
  ['DE cap 20 9am-5pm', ['DE 20 09:00-17:00']],
  ['DE cap 20 from 10 to 18', ['DE 20 10:00-18:00']],
  ['DE cap 20 WH: 10.00 - 18.30', ['DE 20 10:00-18:30']],
  ['DE cap 20 22:00–06:00', ['DE 20 22:00-06:00']],
  ['DE cap 20 24/7', ['DE 20 24/7']],
  ['DE 20 leads 10:00-18:00', ['DE 20 10:00-18:00']],
  // Days, in several languages.
  ['сегодня Германия 20 лидов', ['21 DE 20']],
  ['завтра DE кап 20 цена 1200+10%', ['22 DE 20 $1200 10%']],
  ['послезавтра 🇫🇷 20', ['23 FR 20']],
  ['heute Deutschland 20', ['21 DE 20']],
  ['mañana ES 20', ['22 ES 20']],
  ['demain FR 20', ['22 FR 20']],
  ['domani IT 20', ['22 IT 20']],
  ['jutro PL 20', ['22 PL 20']],
  ['מחר IL 20', ['22 IL 20']],
  ['понедельник DE 10', ['23 DE 10']],
  ['Sat DE 20', ['21 DE 20']],
  ['22.11 DE 20', ['22 DE 20']],
  ['22/11/2026 DE 20 44', ['22 DE 20 #44']],
  ['22 Nov DE 20', ['22 DE 20']],
  ['Nov 23rd DE 20', ['23 DE 20']],
  ['Mon 23.11 DE 20', ['23 DE 20']],
  ['01.12 - DE 20', ['01 DE 20']],
  ['CR 22.11: 20', ['22 CR 20']],
  ['Prices 22.11:\nDE 20', ['22 DE 20']],
  ['CRG 22/11\nDE 20', ['22 DE 20']],
  ['5. Dezember: DE 20 44', ['05 DE 20 #44']],
  ['1. Oktober DE 20', ['01 DE 20']],
  ['3. Mai\nDE 20', ['03 DE 20']],
  ['5. декабря DE 20', ['05 DE 20']],
  // Letters that look alike.
  ['DЕ 20 44', ['DE 20 #44']],
  ['АТ 20', ['AT 20']],
  ['IТ сар 15', ['IT 15']],
  ['ＤＥ　２０ ４４', ['DE 20 #44']],
  // Blocks.
  ['Geo : DE\nPrice : 1450+ 20 %\ncap 10', ['DE 10 $1450 20%']],
  ['Geo: DE\n\nCap: 20\n\nPrice: 900+10%\n\nGeo: FR\n\nCap: 5', ['DE 20 $900 10%', 'FR 5']],
  ['DE\ncap 20 source 44\ncap 30 source 45', ['DE 20 #44', 'DE 30 #45']],
  ['DE - 1200+10%\n20 leads\nFR - 900+8%\n10 leads', ['DE 20 $1200 10%', 'FR 10 $900 8%']],
  ['cap: 20\ngeo: DE\nsource: 44\n\ncap: 30\ngeo: FR\nsource: 45', ['DE 20 #44', 'FR 30 #45']],
  ['Geo: DE\ncap: 20\nsource: 44\n\ncap: 30\nsource: 45', ['DE 20 #44', 'DE 30 #45']],
  ['source: 44\n\ngeo: DE\ncap: 20\nsource: 45\n\ngeo: FR\ncap: 30', ['DE 20 #45', 'FR 30 #44']],
  // Headings.
  ['tomorrow\nDE 20 44\nFR 10 44', ['22 DE 20 #44', '22 FR 10 #44']],
  ['Caps for tomorrow:\n10:00-18:00\nUK - 20\nDE - 15', ['22 UK 20 10:00-18:00', '22 DE 15 10:00-18:00']],
  ['cap 10\nDE 1200+10%\nFR 900+8%', ['DE 10 $1200 10%', 'FR 10 $900 8%']],
  ['Broker: Alster Insurance\nSource: 44\n\nDE 20\nFR 10', ['DE 20 #44 @B-017', 'FR 10 #44 @B-017']],
  ['#44 tomorrow\n20 leads:\nDE\nFR\n30 leads:\nIT', ['22 DE 20 #44', '22 FR 20 #44', '22 IT 30 #44']],
  ['cap: 20\ngeo: DE\nsource: 44\ncap: 30\ngeo: FR\nsource: 45', ['DE 20 #44', 'FR 30 #45']],
  ['cap: 20\ngeo: DE\nsource: 44\n\ncap: 30\nsource: 45', ['DE 20 #44', 'DE 30 #45']],
  ['Sunday\nDE 20\n\nMonday\nDE 30', ['22 DE 20', '23 DE 30']],
]

describe('a message', () => {
  it.each(FULLY_READ)('%j is read as a whole', (text, rows) => {
    const message = read(text)
    expect(message.rows.map((row) => brief(row.cells))).toEqual(rows)
    expect(message.rows.flatMap((row) => [...row.problems, ...row.notes])).toEqual([])
    expect(message.unread).toEqual([])
  })

  it.each([
    ['DE cpl 15$ cap 20', 'DE 20 $15 100%', 'CPL 15 is kept as CPA 15 with CRG 100%.'],
    ['DE 20 #44 cpl 7.5', 'DE 20 #44 $7.5 100%', 'CPL 7.5 is kept as CPA 7.5 with CRG 100%.'],
    ['DE daily 20+', 'DE 20', '“20+” is taken as 20.'],
    ['DE 20 1200+10', 'DE 20 $1200 10%', '“1200+10” is taken as 1200 dollars and 10%.'],
  ])('%j is read, and it is told how', (text, row, note) => {
    expect(read(text).rows.map(({ cells, notes }) => [brief(cells), notes])).toEqual([[row, [note]]])
  })

  it.each([
    ['DE 20 44 55', 'It is not said what 20, 44 and 55 are. Name them: cap 20, source 44.'],
    ['44 DE 20', 'Numbers stand on both sides of the geo. Name them: cap 20, source 44.'],
    ['DE 20 cap 44', 'It is not said what 44 is. Name it: cap 20, source 44.'],
    ['DE 20 price: 1 350', '“1 350” may be one number or two. Write 1350, or name each.'],
    ['DE cap: 1 350', '“1 350” may be one number or two. Write 1350, or name each.'],
    ['DE +10', '“+10” is a change. Write what the cap will be.'],
    ['DE 20 -> 30', 'It is not said what 30 is. Name it: cap 20, source 44.'],
    ['DE 30 instead of 20', 'It is not said what 20 is. Name it: cap 20, source 44.'],
    ['DE 20 (was 10)', 'It is not said what 10 is. Name it: cap 20, source 44.'],
    ['DE 20 leads/hour', '“/hour”: a cap is for one day.'],
    ['DE weekly 100', '“weekly”: a cap is for one day.'],
    ['DE 20 weekdays', '“weekdays” is several days. Write one day for each cap.'],
    ['10 more DE', '“10 more” is a change. Write what the cap will be.'],
    ['raise DE by 10', '“by 10” is a change. Write what the cap will be.'],
    ['stop DE 20', '“stop” takes caps away. Write what the cap will be, such as cap 0.'],
    ['no DE 30 source 44', '“no” takes caps away. Write what the cap will be, such as cap 0.'],
    ['No DE 30 source 44', '“No” takes caps away. Write what the cap will be, such as cap 0.'],
    ['no 30 leads from DE', '“no” takes caps away. Write what the cap will be, such as cap 0.'],
    ['DE no cap source 44, 30', '“no” takes caps away. Write what the cap will be, such as cap 0.'],
    ['DE none 44', '“none” takes caps away. Write what the cap will be, such as cap 0.'],
    ['without DE 20', '“without” takes caps away. Write what the cap will be, such as cap 0.'],
    ['never DE 20', '“never” takes caps away. Write what the cap will be, such as cap 0.'],
    ['kein DE 20', '“kein” takes caps away. Write what the cap will be, such as cap 0.'],
    ['нет DE 20', '“нет” takes caps away. Write what the cap will be, such as cap 0.'],
    ['немає DE 20', '“немає” takes caps away. Write what the cap will be, such as cap 0.'],
    ['sin ES 20', '“sin” takes caps away. Write what the cap will be, such as cap 0.'],
    ['aucun lead FR 20', '“aucun” takes caps away. Write what the cap will be, such as cap 0.'],
    ['senza DE 20', '“senza” takes caps away. Write what the cap will be, such as cap 0.'],
    ['bez PL 20', '“bez” takes caps away. Write what the cap will be, such as cap 0.'],
    ['double DE 25 source 44', '“double” is a change. Write what the cap will be.'],
    ['halve DE 25 source 44', '“halve” is a change. Write what the cap will be.'],
    ['DE cap 20 source 44 reduce by half', '“reduce” is a change. Write what the cap will be.'],
    ['raise DE 25', '“raise” is a change. Write what the cap will be.'],
    ['удвой DE 25', '“удвой” is a change. Write what the cap will be.'],
    ['halbieren DE 25', '“halbieren” is a change. Write what the cap will be.'],
    ['add 10 to DE cap 20', '“add 10 to” is a change. Write what the cap will be.'],
    ['NO LEADS FROM DE 20', '“NO” may be a country or a word. Write “Geo: NO” for the country.'],
    ['No leads:\nDE 20', 'Line 1, which is above it, is not clear.'],
    ['DE 20 9-5', '“9-5” leaves open which half of the day it begins in.'],
    ['DE 20 $900+$50', '“50” was not understood.'],
    ['DE 1 350+10%', '“1 350” may be one number or two. Write 1350, or name each.'],
    ['tomorrow 23.11\nDE 20', 'Line 1, which is above it, is not clear.'],
    ['DE 10-20 leads', '“10-20 leads” is no cap. Write one number, such as cap 20.'],
    ['DE cap 10-20', '“cap 10-20” is no cap. Write one number, such as cap 20.'],
    ['DE 20 €900', '“€900”: prices are in dollars.'],
    ['DE 20 CR 10', '“CR” may be a country or a word. Write “Geo: CR” for the country.'],
    ['mon-fri DE 20', '“mon-fri” is several days. Write one day for each cap.'],
    ['next Monday DE 20', '“next Monday” may be one of two days. Write its date.'],
    ['Mon 24.11 DE 20', 'The weekday is not that of 2026-11-24.'],
    ['DE 20 10.11-12.11', '“10.11-12.11” may be hours or dates. Write hours as 10:00-18:00.'],
    ['DE 20 9-5pm', '“9-5pm” leaves open which half of the day it begins in.'],
    ['DE cap: 20 cap: 30', 'Two of a kind are named: “20” and “30”.'],
    ['20 DE, 30 FR', 'Write each geo before its numbers, or each of them on a line of its own.'],
    ['DE 20 x9z', '“x9z” was not understood.'],
    ['DE 20 44\nsame for AT', '“AT” may be a country or a word. Write “Geo: AT” for the country.'],
    ['DE 20 AT', '“AT” may be a country or a word. Write “Geo: AT” for the country.'],
    ['DE 20-30', 'It is not said what 30 is. Name it: cap 20, source 44.'],
    ['DE -20', '“-20” is a change. Write what the cap will be.'],
    ['DE <20', '“<20” is no cap. Write one number, such as cap 20.'],
    ['DE ~ 20', '“~ 20” is no cap. Write one number, such as cap 20.'],
    ['source 44\nDE 20 55', 'It is not said what 20 and 55 are. Name them: cap 20, source 44.'],
    ['cap 20\nDE 44', 'It is not said what 44 is. Name it: cap 20, source 44.'],
    ['DE 20 $1.2k', '“1.2k” was not understood.'],
    ['DE 20 cpa 1.2k', '“1.2k” was not understood.'],
  ])('%j has a row that cannot be saved: %s', (text, problem) => {
    expect(read(text).rows.flatMap((row) => row.problems)).toContain(problem)
  })

  it.each([
    ['DE 20 funnel bitcoin', 1, 'funnel bitcoin', null],
    ['DE 20\n\nsee https://example.com/20', 3, 'https://example.com/20', null],
    ['number 100', 1, 'number 100', 'The geo is missing.'],
    ['total 100', 1, 'total 100', '“total”: a cap is for one day.'],
    ['🇮🇹 DE 20', 1, '🇮🇹 DE 20', 'The flag of “🇮🇹 DE” is IT, the letters are DE.'],
    ['it 20', 1, 'it 20', 'The geo is missing.'],
    ['no 20 44', 1, 'no 20 44', '“no” takes caps away. Write what the cap will be, such as cap 0.'],
    ['DE 20 no crg', 1, 'no', null],
    ['DE 20 no hours', 1, 'no', null],
    ['1. Mail DE 20', 1, 'Mail', null],
    ['cap: 20\nDE\ncap: 30', 3, 'cap: 30', 'There is no cap below that this could be said of.'],
    ['No problem! DE 20', 1, 'No problem', null],
    ['raise DE to 25', 1, 'raise', null],
    ['ID 20', 1, 'ID 20', '“ID” may be a country or a word. Write “Geo: ID” for the country.'],
    ['CA-FR 20', 1, 'CA-FR 20', '“CA-FR” may be one geo or several. Write “Geo: CA-FR”, or “CA, FR”.'],
    ['🇩🇪 20\n🇦🇹 10\n\n10:00-18:00', 4, '10:00-18:00', 'There is no cap below that this could be said of.'],
    ['DE 20\n\n10:00-18:00', 3, '10:00-18:00', 'There is no cap below that this could be said of.'],
  ])('%j leaves something unread, and says where', (text, line, piece, reason) => {
    expect(read(text).unread).toContainEqual({ line, text: piece, reason })
  })

  it('tells of each cap what is told of all', () => {
    const note = 'CPL 15 is kept as CPA 15 with CRG 100%.'
    expect(read('cpl 15$ DE 20, AT 10').rows.map(({ notes }) => notes)).toEqual([[note], [note]])
    expect(read('cpl 15$\nDE 20\nAT 10').rows.map(({ notes }) => notes)).toEqual([[note], [note]])
    const problem = 'The weekday is not that of 2026-11-24.'
    expect(read('Mon 24.11 DE 20, AT 10').rows.map(({ problems }) => problems)).toEqual([[problem], [problem]])
  })

  it.each([
    'tomorrow we need no leads from DE, FR 12 source 44',
    'no DE 20, FR 30',
    'DE 20, no FR 30',
    'DE 20 stop FR 30',
  ])('saves neither cap of %j', (text) => {
    const problem = expect.stringContaining('takes caps away')
    expect(read(text).rows.map(({ problems }) => problems)).toEqual([[problem], [problem]])
  })

  it.each(['raise DE to 25', 'DE 20 no crg', 'DE 20 no hours', 'No problem! DE 20', 'PLEASE ADD 20 IN DE'])(
    'keeps the cap of %j',
    (text) => expect(read(text).rows.map(({ problems }) => problems)).toEqual([[]]),
  )

  it('keeps a cap behind a comma from what is said of another', () => {
    expect(read('DE 20 stop, FR 30').rows.map(({ problems }) => problems.length)).toEqual([1, 0])
  })

  it.each(['tomorrow', '1200+10%', '10:00-18:00'])('of which caps %j below several is said stays open', (below) => {
    const problem = 'Line 3 may be said of this cap alone or of all above it. Write it above them, or beside each.'
    const { rows } = read(`DE 20 44\nAT 30 44\n${below}`)
    expect(rows.map(({ problems }) => problems)).toEqual([[problem], [problem]])
    expect(read(`DE 20 44, AT 30 44\n${below}`).rows.map(({ problems }) => problems.length)).toEqual([1, 1])
    expect(read(`DE 20 44\n${below}`).rows.map(({ problems }) => problems)).toEqual([[]])
  })

  it('keeps the clock of hours beside them', () => {
    expect(read('DE 20 10:00-18:00 GMT+3').rows[0]?.cells.workingHours).toBe('10:00-18:00 GMT+3')
    expect(read('GMT+3\nDE 20 10:00-18:00').rows[0]?.cells.workingHours).toBe('10:00-18:00 GMT+3')
    expect(read('DE 20 10:00-18:00 (Kyiv time)').rows[0]?.cells.workingHours).toBe('10:00-18:00 Kyiv time')
    expect(read('DE 20 10:00-18:00 МСК').rows[0]?.cells.workingHours).toBe('10:00-18:00 МСК')
    expect(read('DE 20 10:00-18:00 UTC/GMT').rows[0]?.cells.workingHours).toBe('10:00-18:00 UTC/GMT')
    expect(read('DE 20 10:00-18:00 UTC+5:45').rows[0]?.cells.workingHours).toBe('10:00-18:00 UTC+5:45')
  })

  it('names the lines that each row was read from', () => {
    const [first, second] = read('tomorrow\n\nDE\n20 leads\nFR 10').rows
    expect(first).toMatchObject({ lines: [3, 4], quote: 'DE\n20 leads' })
    expect(second).toMatchObject({ lines: [5], quote: 'FR 10' })
  })
})
