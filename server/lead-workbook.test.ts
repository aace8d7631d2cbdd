import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestCapline, type TestCapline } from '#testing/capline.ts'
import { buildLead } from '#testing/lead-rows.ts'
import { readXlsx } from '#testing/xlsx.ts'

let capline: TestCapline

beforeAll(async () => {
  capline = await startTestCapline()
  capline.source.put('leads', buildLead({ id: 'b', email: 'jim@example.org' }), buildLead({ id: 'c', geo: 'FR' }))
  await capline.sync()
})
afterAll(() => capline.close())

test('leads are had as a workbook, whose name says what it holds', async () => {
  const { token } = await capline.signIn('admin')
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${capline.address}/api/leads/export?from=2026-11-19&geo=DE&format=xlsx`, { headers })
  expect(response.headers.get('content-disposition')).toMatch(/"leads-DE-2026-11-19-on-.*\.xlsx"$/)
  const { Leads: rows = [] } = readXlsx(new Uint8Array(await response.arrayBuffer()))
  expect(rows).toHaveLength(2)
  expect(rows[0]?.slice(1, 4)).toEqual(['E-mail', 'Lead id', 'Geo'])
  expect(rows[1]?.slice(1, 4)).toEqual(['jim@example.org', 'b', 'DE'])
})
