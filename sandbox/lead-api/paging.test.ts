import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { instantFromMilliseconds } from '#domain/kernel/instant.ts'
import { createArraySource } from './array-source.ts'
import { createGenericShape } from './generic.ts'
import type { PageAnswer, Shape } from './shape.ts'
import { buildLead, TOKEN } from './testing-client.ts'

const NOW = instantFromMilliseconds(1_790_000_000_000)

interface Row {
  id: string
  updatedAt: string
  status?: string
}

function ask(shape: Shape, query: Record<string, string>): PageAnswer {
  const answer = shape.answer({
    method: 'GET',
    path: '/leads',
    query: new URLSearchParams(query),
    headers: { authorization: `Bearer ${TOKEN}` },
    body: '',
    now: NOW,
  })
  if (answer.kind !== 'page') throw new Error(answer.body)
  return answer
}

function read(page: PageAnswer): { data: Row[]; nextCursor: string | null } {
  return JSON.parse(page.wrap(page.rows))
}

/** A client's memory: the rows it has seen, and the last change among them. */
function createClient(shape: Shape, limit: number) {
  const rows = new Map<string, Row>()
  let seenUntil: string | null = null

  function round(visit: (page: PageAnswer) => PageAnswer): void {
    const since: Record<string, string> = seenUntil === null ? {} : { updatedSince: seenUntil }
    let cursor: string | null = ''
    while (cursor !== null) {
      const page = read(visit(ask(shape, { ...since, limit: String(limit), ...(cursor && { cursor }) })))
      for (const row of page.data) rows.set(row.id, row)
      for (const row of page.data) if (seenUntil === null || row.updatedAt > seenUntil) seenUntil = row.updatedAt
      cursor = page.nextCursor
    }
  }

  return { rows, round }
}

const changes = fc.array(fc.tuple(fc.integer({ min: 0, max: 59 }), fc.integer({ min: 0, max: 2 })), { maxLength: 6 })

describe('paging while rows change', () => {
  it('misses nothing: what a round does not show, the next one does', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20 }),
        fc.array(changes, { minLength: 1, maxLength: 12 }),
        fc.array(fc.boolean(), { minLength: 1, maxLength: 12 }),
        (limit, changesByPage, swaps) => {
          const source = createArraySource()
          source.put('leads', ...Array.from({ length: 40 }, (_, index) => buildLead(`lead-${index}`, index >> 2)))
          const shape = createGenericShape({ token: TOKEN, source })
          const client = createClient(shape, limit)
          let clock = 100
          let pages = 0
          client.round((page) => {
            const shown = swaps[pages % swaps.length] ? (page.swap() ?? page) : page
            // Later than all that was shown, as clocks have it; changes between two pages may share an instant.
            clock += 1
            for (const [lead, seconds] of changesByPage[pages] ?? []) {
              clock += seconds
              source.put('leads', buildLead(`lead-${lead}`, clock, { status: `changed on page ${pages}` }))
            }
            pages += 1
            return shown
          })
          client.round((page) => page)
          const standing = source.changesAfter('leads', null, Infinity, NOW).map((row) => JSON.parse(row.json))
          expect([...client.rows.values()].toSorted(byId)).toEqual(standing.toSorted(byId))
        },
      ),
      { numRuns: 300 },
    )
  })

  it('cannot show a change that is stamped before what was shown already, unless the client reaches back', () => {
    const source = createArraySource()
    const shape = createGenericShape({ token: TOKEN, source })
    source.put('leads', buildLead('on-time', 10))
    const since = ask(shape, {}).rows.map((row) => JSON.parse(row).updatedAt)
    source.put('leads', buildLead('late', 5))
    const idsSince = (updatedSince: string) => read(ask(shape, { updatedSince })).data.map((row) => row.id)
    expect(idsSince(String(since))).toEqual(['on-time'])
    expect(idsSince(buildLead('any', 0).createdAt)).toEqual(['late', 'on-time'])
  })

  it('shows every row exactly once where nothing changes, pages swapped or not', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 10 }), { maxLength: 60 }),
        fc.integer({ min: 1, max: 20 }),
        fc.array(fc.boolean(), { minLength: 1, maxLength: 8 }),
        (seconds, limit, swaps) => {
          const source = createArraySource()
          source.put('leads', ...seconds.map((second, index) => buildLead(`lead-${index}`, second)))
          const shape = createGenericShape({ token: TOKEN, source })
          const ids: string[] = []
          let pages = 0
          createClient(shape, limit).round((page) => {
            const shown = swaps[pages++ % swaps.length] ? (page.swap() ?? page) : page
            ids.push(...read(shown).data.map((row) => row.id))
            return shown
          })
          expect(ids.toSorted()).toEqual(seconds.map((_, index) => `lead-${index}`).toSorted())
        },
      ),
    )
  })
})

function byId(a: Row, b: Row): number {
  return a.id < b.id ? -1 : 1
}
