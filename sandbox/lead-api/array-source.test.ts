import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { instantFromMilliseconds } from '#domain/kernel/instant.ts'
import { createArraySource } from './array-source.ts'
import { comparePositions, type FeedRow, type Position } from './source.ts'

const NOW = instantFromMilliseconds(0)

interface Step {
  id: string
  at: number
  removes: boolean
}

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'),
    at: fc.integer({ min: 0, max: 20 }),
    removes: fc.boolean(),
  }),
  { maxLength: 60 },
)

function rowOf({ id, at }: Pick<Step, 'id' | 'at'>, number: number): FeedRow {
  return { id, at: instantFromMilliseconds(at), json: JSON.stringify({ id, number }) }
}

describe('rows in an array', () => {
  it('come in order, each as it was last put, whatever happened and whenever somebody looked', () => {
    fc.assert(
      fc.property(steps, fc.integer({ min: 0, max: 20 }), fc.constantFrom('', 'c', 'h'), (history, at, id) => {
        const source = createArraySource()
        const model = new Map<string, FeedRow>()
        const after: Position = { at: instantFromMilliseconds(at), id }
        for (const [number, step] of history.entries()) {
          if (step.removes) {
            source.remove('leads', step.id)
            model.delete(step.id)
          } else {
            source.putRendered('leads', [rowOf(step, number)])
            model.set(step.id, rowOf(step, number))
          }
          if (number % 4 === 0) source.changesAfter('leads', null, 3, NOW)
        }
        const expected = [...model.values()].toSorted(comparePositions)
        expect(source.changesAfter('leads', null, Infinity, NOW)).toEqual(expected)
        const behind = expected.filter((row) => comparePositions(row, after) > 0)
        expect(source.changesAfter('leads', after, 2, NOW)).toEqual(behind.slice(0, 2))
        expect(source.count('leads')).toBe(model.size)
        expect(source.changesAfter('deposits', null, 10, NOW)).toEqual([])
      }),
    )
  })

  it('stay in order when most of them have been replaced', () => {
    const source = createArraySource()
    const put = (id: number, at: number) => source.putRendered('leads', [rowOf({ id: `row-${id}`, at }, at)])
    for (let at = 0; at < 5000; at += 1) put(at % 7, at)
    const rows = source.changesAfter('leads', null, Infinity, NOW)
    expect(rows.map((row) => row.at)).toEqual([4993, 4994, 4995, 4996, 4997, 4998, 4999])
  })

  it('have a version that moves with every change', () => {
    const source = createArraySource()
    const versions = [source.versionOf('leads', NOW)]
    source.putRendered('leads', [rowOf({ id: 'a', at: 1 }, 1)])
    versions.push(source.versionOf('leads', NOW))
    source.putRendered('leads', [rowOf({ id: 'a', at: 2 }, 2)])
    versions.push(source.versionOf('leads', NOW))
    source.remove('leads', 'a')
    versions.push(source.versionOf('leads', NOW))
    expect(new Set(versions).size).toBe(4)
    expect(source.versionOf('leads', NOW)).toBe(versions.at(-1))
  })
})
