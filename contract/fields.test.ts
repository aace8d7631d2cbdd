import { describe, expect, it } from 'vitest'
import { z } from 'zod/mini'
import { checkInput } from './check.ts'
import { atMost, day, dollars, instant, percent, text, verbatim } from './fields.ts'

describe('text', () => {
  it.each([
    [' a ', 'a'],
    ['', ''],
    [44, '44'],
    [-1, '-1'],
    [Number.MAX_SAFE_INTEGER, '9007199254740991'],
  ])('takes %j as %j', (value, expected) => {
    expect(text('Missing.').parse(value)).toBe(expected)
  })

  it.each([1.5, 1e21, Number.MAX_SAFE_INTEGER + 1, Number.NaN, true, null, undefined, [], {}])(
    'refuses %s with its sentence',
    (value) => {
      expect(
        text('Missing.')
          .safeParse(value)
          .error?.issues.map((issue) => issue.message),
      ).toEqual(['Missing.'])
    },
  )
})

it('reads an instant, and refuses what is none with an example', () => {
  expect(instant.parse('2026-11-21T10:00:00+02:00')).toBe(1_795_248_000_000)
  const refused = instant.safeParse('2026-11-21')
  expect(refused.error?.issues[0]?.message).toBe('Not an instant such as 2026-11-21T10:00:00Z.')
})

it('keeps money and percent to their limits', () => {
  expect(dollars(10, 'No.').parse(10)).toBe(1_000)
  expect(percent(100, 'No.').parse(99.99)).toBe(9_999)
  expect(dollars(10, 'No.').safeParse(10.01).error?.issues[0]?.message).toBe('No.')
  expect(percent(100, 'No.').safeParse(-0.01).error?.issues[0]?.message).toBe('No.')
})

it('tells those who read the API of days and instants', () => {
  const schema = z.object({ day: day('No.'), instant })
  expect(z.toJSONSchema(schema, { io: 'input' }).properties).toEqual({
    day: { type: 'string', format: 'date' },
    instant: { type: 'string', format: 'date-time' },
  })
})

it('names the field of a text or a list that is too long, and the most allowed', () => {
  const schema = z.object({
    note: text('Missing.'),
    raw: verbatim,
    tags: z.array(verbatim),
    list: z.array(z.int()).check(atMost(2)),
  })
  const given = {
    note: ` ${'x'.repeat(1_001)}`,
    raw: 'x'.repeat(1_001),
    tags: ['a', 'x'.repeat(1_001)],
    list: [1, 2, 3],
  }
  expect(checkInput(schema, given)).toMatchObject({
    problem: {
      errors: [
        { path: 'note', message: 'note must be at most 1000 characters.' },
        { path: 'raw', message: 'raw must be at most 1000 characters.' },
        { path: 'tags.1', message: 'tags must be at most 1000 characters.' },
        { path: 'list', message: 'list must have at most 2 entries.' },
      ],
    },
  })
  expect(text('Missing.', 2, 'Too long.').safeParse(' abc ').error?.issues[0]?.message).toBe('Too long.')
  expect(text('Missing.', 2).parse('   ab   ')).toBe('ab')
})
