import { expect, test } from 'vitest'
import { helpTexts } from '#contract/texts/help.ts'
import { SECTIONS } from '../admin/sections.ts'
import { helpTopicOf } from './help-dialog.tsx'

test.each<[pathname: string, search: Record<string, unknown>, topic: string]>([
  ['/', {}, 'board'],
  ['/day/2026-11-21/full', {}, 'day'],
  ['/payouts', {}, 'payouts'],
  ['/analytics', {}, 'analytics'],
  ['/leads', {}, 'leads'],
  ['/messages', {}, 'messages'],
  ['/logs', {}, 'logs'],
  ['/admin', {}, 'bot'],
  ['/admin', { section: 'nonsense' }, 'bot'],
  ...SECTIONS.map((section) => ['/admin', { section }, section] satisfies [string, object, string]),
])('%s %o is helped by %s', (pathname, search, topic) => {
  expect(helpTopicOf(pathname, search)).toBe(topic)
})

test('each help is a few sentences', () => {
  for (const { title, sentences } of Object.values(helpTexts)) {
    expect(title).not.toBe('')
    expect(sentences.length).toBeGreaterThanOrEqual(3)
    expect(sentences.length).toBeLessThanOrEqual(6)
    for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z].*\.$/)
  }
})
