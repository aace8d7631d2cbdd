import { expect, test } from 'vitest'
import { composeBroadcast, type BroadcastText, type Recipient, type WithoutCaps } from './broadcast.ts'

const text: BroadcastText = {
  audience: 'advertisers',
  message: 'Hello {{advertiserName}}',
  parseMode: 'HTML',
  hasPhoto: false,
  withoutCaps: null,
}
const alster: Recipient = { key: '7', name: 'Alster', groupIds: ['-1'], caps: null }
const compose = (changes: Partial<BroadcastText>, recipients = [alster]) =>
  composeBroadcast({ ...text, ...changes }, recipients)

test('who has no chat keeps nobody else from the message', () => {
  const silent = { ...alster, key: '8', name: 'A'.repeat(5_000), groupIds: [] }
  expect(compose({}, [silent, alster])).toMatchObject({ ok: true, value: [{ chatId: '-1', recipients: ['Alster'] }] })
  expect(compose({}, [{ ...silent, groupIds: ['-2'] }, alster])).toMatchObject({ ok: false })
})

test.each([
  ['\u200b', 'The message is empty after its placeholders are filled in.'],
  ['<b>\u3164</b> \u2800', 'The message is empty after its placeholders are filled in.'],
  [
    'Hello {{advertiser name}}',
    'Line 1, character 7: {{advertiser name}} is not a placeholder of this audience. Use {{advertiserName}}, {{advertiserId}}, {{caps}}.',
  ],
  [
    '<a href="https://{{advertiserId}}.example.com/x">here</a>',
    'Line 1, character 18: {{advertiserId}} cannot be in the host of a link, only after it.',
  ],
])('%j is refused: %s', (message, sentence) => {
  expect(compose({ message })).toMatchObject({ ok: false, sentence })
})

test.each([
  ['advertisers', '{{advertiserName}} is {{advertiserId}}', 'Alster is 7'],
  ['publishers', 'You are #{{sourceNumber}}', 'You are #7'],
] as const)('each of %s reads %j with what is theirs: %s', (audience, message, filled) => {
  expect(compose({ audience, message })).toMatchObject({ value: [{ formatted: { text: filled } }] })
})

test('a placeholder behind the host of a link is filled in', () => {
  const message = '<a href="https://example.com/{{ advertiserId }}">here</a>'
  expect(compose({ message })).toMatchObject({
    value: [{ formatted: { entities: [{ type: 'text_link', url: 'https://example.com/7' }] } }],
  })
})

test('half of a character is told where it stands, also behind whole ones', () => {
  expect(compose({ message: '😀😀 a\ud800b' })).toMatchObject({
    ok: false,
    sentence: 'Line 1, character 5: This character is incomplete. Type it again.',
    at: 6,
  })
})

test('{{caps}} is what each has on the day; who has none is skipped or told so, as somebody has chosen', () => {
  const busy = { ...alster, caps: { text: 'Thu\nDE: 20', geos: ['DE'] } }
  const idle = { ...alster, key: '8', name: 'Bode', groupIds: ['-2'], caps: { text: 'Thu: no caps', geos: [] } }
  const message = 'Yours\n{{ caps }}'
  const textsOf = (withoutCaps: WithoutCaps | null) => {
    const composed = compose({ message, withoutCaps }, [busy, idle])
    return composed.ok ? composed.value.map(({ formatted }) => formatted.text) : composed.sentence
  }
  expect(textsOf(null)).toBe('Bode has no caps on that day. Choose: skip them, or send the message without caps.')
  expect(textsOf('skip')).toEqual(['Yours\nThu\nDE: 20'])
  expect(textsOf('send')).toEqual(['Yours\nThu\nDE: 20', 'Yours\nThu: no caps'])
  expect(compose({ message }, [busy])).toMatchObject({ ok: true })
  expect(compose({ message })).toMatchObject({ sentence: 'Choose the day for {{caps}}.' })
})
