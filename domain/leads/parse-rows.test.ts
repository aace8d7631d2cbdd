import { describe, expect, test } from 'vitest'
import { parseGeo } from '#domain/caps/paste-cells.ts'
import { parseDeposit, parseLead } from './parse-rows.ts'

const lead = { id: 'l1', createdAt: '2026-11-20T10:00:00+02:00', geo: 'de', sourceNumber: '44', advertiserId: 'a' }
const deposit = { id: 'd1', createdAt: '2026-11-20T10:00:00Z', leadId: 'l1', payout: 600 }
const at = Date.UTC(2026, 10, 20, 8)

const reasonOf = (reading: { ok: boolean; reason?: string }) => reading.reason ?? 'no reason'

describe('a lead', () => {
  test('needs no more than its five fields', () => {
    expect(parseLead(lead)).toEqual({
      ok: true,
      row: {
        test: false,
        id: 'l1',
        createdAt: at,
        geo: 'DE',
        geoKey: 'DE',
        sourceNumber: '44',
        sourceName: null,
        advertiserId: 'a',
        advertiserName: null,
        email: null,
        emailKey: null,
        status: null,
        tracking: null,
        updatedAt: null,
      },
    })
  })

  test('is compared in its folded form and shown as it came', () => {
    const reading = parseLead({ ...lead, geo: ' uk ', sourceNumber: '# 44', email: ' Jo@X.org', status: ' No Answer ' })
    expect(reading).toMatchObject({
      row: {
        geo: 'UK',
        geoKey: 'GB',
        sourceNumber: '44',
        email: 'Jo@X.org',
        emailKey: 'jo@x.org',
        status: ' No Answer ',
      },
    })
  })

  test.each(['Germany', 'GERMANY', ' deutschland ', 'Германия', 'Alemania'])(
    'of %j is of DE, as in pasted caps',
    (geo) => {
      expect(parseLead({ ...lead, geo })).toMatchObject({ row: { geo: 'DE', geoKey: 'DE' } })
      expect(parseDeposit({ ...deposit, geo })).toMatchObject({ row: { geo: 'DE', geoKey: 'DE' } })
      expect(parseGeo(geo)).toBe('DE')
    },
  )

  test('keeps a lead whose status is too long to be kept whole, and cuts no character in two', () => {
    expect(parseLead({ ...lead, status: 'x'.repeat(201) })).toMatchObject({ row: { status: 'x'.repeat(200) } })
    const faces = '😀'.repeat(101)
    expect(parseLead({ ...lead, status: `x${faces}` })).toMatchObject({ row: { status: `x${'😀'.repeat(99)}` } })
  })

  test('is kept without a note of its tracker that cannot be stored, and a long note is cut', () => {
    const noted = (notes: object) => parseLead({ ...lead, ...notes })
    expect(noted({ clickId: ' c-1 ', sub1: 7, sub2: 'x'.repeat(246), sub3: false })).toHaveProperty('row.tracking', {
      clickId: 'c-1',
      sub1: '7',
      sub2: 'x'.repeat(200),
    })
    const unusable = { sub1: 'a\0b', sub2: '\ud800', sub3: {}, sub4: 2 ** 60, sub5: ' ' }
    expect(noted(unusable)).toHaveProperty('row.tracking', null)
    // An e-mail is masked before its note is cut, so that the cut hides none.
    const before = 'x'.repeat(189)
    expect(noted({ sub1: `${before} joe@shop.example.org` })).toHaveProperty('row.tracking', {
      sub1: `${before} j…@shop.ex`,
    })
  })

  test('may have numbers for ids', () => {
    expect(parseLead({ ...lead, id: 17, sourceNumber: 44 })).toMatchObject({ row: { id: '17', sourceNumber: '44' } })
  })

  test.each([
    [{ ...lead, id: undefined }, 'id is missing'],
    [{ ...lead, id: '  ' }, 'id is missing'],
    [{ ...lead, id: {} }, 'id is not a text: {}'],
    [{ ...lead, id: 2 ** 60 }, 'id is not a text: 1152921504606847000'],
    [{ ...lead, id: 'x'.repeat(201) }, 'id is longer than 200 characters'],
    [{ ...lead, status: 'a\0b' }, 'status has characters that cannot be stored'],
    [{ ...lead, geo: '\ud800' }, 'geo has characters that cannot be stored'],
    [{ ...lead, createdAt: null }, 'createdAt is missing'],
    [
      { ...lead, createdAt: '2026-02-30T10:00:00Z' },
      'createdAt is not an instant with an offset: "2026-02-30T10:00:00Z"',
    ],
    [
      { ...lead, createdAt: '2026-11-20T10:00:00' },
      'createdAt is not an instant with an offset: "2026-11-20T10:00:00"',
    ],
    [{ ...lead, createdAt: 1_700_000_000 }, 'createdAt is not an instant with an offset: 1700000000'],
    [{ ...lead, createdAt: 'jo@x.org' }, 'createdAt is not an instant with an offset: "j…@x.org"'],
    [{ ...lead, updatedAt: 'yesterday' }, 'updatedAt is not an instant with an offset: "yesterday"'],
    [{ ...lead, geo: '' }, 'geo is missing'],
    [{ ...lead, sourceNumber: '#' }, 'sourceNumber is missing'],
    [{ ...lead, advertiserId: null }, 'advertiserId is missing'],
    [{ ...lead, isTest: 'maybe' }, 'isTest is neither true nor false: "maybe"'],
    [null, 'the row is not an object'],
    [[lead], 'the row is not an object'],
    ['row', 'the row is not an object'],
  ])('%o cannot be used', (raw, reason) => {
    expect(reasonOf(parseLead(raw))).toBe(reason)
  })
})

test('a test lead needs its id only', () => {
  expect(parseLead({ id: 'l1', isTest: true })).toEqual({
    ok: true,
    row: { test: true, id: 'l1', createdAt: null, updatedAt: null },
  })
  expect(parseLead({ isTest: true })).toEqual({ ok: false, reason: 'id is missing' })
})

describe('a deposit', () => {
  test('leaves to its lead what it does not name', () => {
    expect(parseDeposit(deposit)).toMatchObject({
      ok: true,
      row: { id: 'd1', leadId: 'l1', geo: null, geoKey: null, sourceNumber: null, advertiserId: null, payout: 60_000 },
    })
  })

  test.each([
    [undefined, null],
    [null, null],
    [0, 0],
    ['450.5', 45_050],
    [12.345, 1_235],
    ['1.005', 101],
    [1.005, 101],
    [1e-7, 0],
  ])('a payout of %o dollars is %o cents', (payout, cents) => {
    expect(parseDeposit({ ...deposit, payout })).toMatchObject({ row: { payout: cents } })
  })

  test.each(['-', '—', 'n/a', '#N/A', 'NULL', '...'])('%s is no e-mail, and finds nobody', (email) => {
    expect(parseDeposit({ ...deposit, email })).toMatchObject({ row: { email: null, emailKey: null } })
    expect(parseDeposit({ ...deposit, leadId: '', email })).toMatchObject({ ok: false })
  })

  test('may name no instant of its own', () => {
    expect(parseDeposit({ ...deposit, createdAt: undefined })).toMatchObject({ row: { createdAt: null } })
  })

  test.each([
    [{ ...deposit, leadId: '', email: ' ' }, 'neither leadId nor email says whose deposit it is'],
    [{ ...deposit, payout: -1 }, 'payout is not an amount of dollars: -1'],
    [{ ...deposit, payout: 'lots' }, 'payout is not an amount of dollars: "lots"'],
    [{ ...deposit, id: null }, 'id is missing'],
    [
      { ...deposit, createdAt: '2026-13-01T00:00:00Z' },
      'createdAt is not an instant with an offset: "2026-13-01T00:00:00Z"',
    ],
  ])('%o cannot be used', (raw, reason) => {
    expect(reasonOf(parseDeposit(raw))).toBe(reason)
  })
})
