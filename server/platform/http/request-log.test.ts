import { expect, test } from 'vitest'
import { suggestionCalls } from '#contract/suggestions.ts'
import { startTestCapline } from '#testing/capline.ts'

test('what was asked of suggestions stands in the area of suggestions', async () => {
  const lines: string[] = []
  const capline = await startTestCapline({ onLog: (line) => void lines.push(line) })
  const editor = await capline.signIn('editor')
  await editor.call(suggestionCalls.sweep, {})
  const findEntry = () => lines.find((line) => line.includes('POST /api/suggestions/sweep answered'))
  await expect.poll(findEntry).toBeDefined()
  expect(JSON.parse(findEntry() ?? '')).toMatchObject({ area: 'ai', memberId: editor.member._id })
  await capline.close()
})
