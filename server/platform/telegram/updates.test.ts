import { expect, test } from 'vitest'
import { readUpdate } from './updates.ts'

const group = { id: -100, type: 'supergroup', title: 'Solar' }
const kept = { id: '-100', type: 'supergroup', title: 'Solar' }

test('a message', () => {
  const message = { message_id: 1, date: 1, chat: group, from: { id: 7, is_bot: false }, text: '/id' }
  expect(readUpdate({ update_id: 5, message })).toEqual({
    updateId: 5,
    kind: 'message',
    chat: kept,
    senderId: '7',
    messageId: 1,
    inTopic: false,
    topic: null,
    text: '/id',
    writtenAt: 1000,
    passedOnAt: null,
    replyTo: null,
    migratedTo: null,
  })
})

test('a message that answers another, and one with a picture', () => {
  const reply_to_message = { message_id: 3, date: 3, chat: group, caption: 'DE 20' }
  const message = { message_id: 4, chat: group, from: { id: 7 }, date: 4, caption: '/cap', reply_to_message }
  expect(readUpdate({ update_id: 5, message })).toMatchObject({
    text: '/cap',
    writtenAt: 4000,
    replyTo: { messageId: 3, text: 'DE 20', writtenAt: 3000 },
  })
})

test('a message that is forwarded, and one that answers it', () => {
  const forwarded = { message_id: 4, date: 9, chat: group, text: 'DE 20', forward_origin: { type: 'user', date: 2 } }
  expect(readUpdate({ update_id: 5, message: forwarded })).toMatchObject({ writtenAt: 2000, passedOnAt: 9000 })
  const message = { message_id: 6, date: 9, chat: group, text: '/cap', reply_to_message: forwarded }
  expect(readUpdate({ update_id: 5, message })).toMatchObject({ passedOnAt: null, replyTo: { writtenAt: 2000 } })
  expect(readUpdate({ update_id: 5, message: { ...forwarded, forward_origin: { date: 'x' } } })).toMatchObject({
    writtenAt: 9000,
    passedOnAt: null,
  })
})

test('a message that answers a part of another, and one of a topic, which answers nothing', () => {
  const reply_to_message = { message_id: 3, date: 3, chat: group, text: 'DE 20? UK 40?' }
  const message = { message_id: 4, date: 4, chat: group, text: 'yes', reply_to_message }
  expect(readUpdate({ update_id: 5, message: { ...message, quote: { text: 'UK 40?', position: 7 } } })).toMatchObject({
    replyTo: { messageId: 3, text: 'UK 40?', writtenAt: 3000 },
  })
  const opened = { message_id: 3, date: 3, chat: group, forum_topic_created: { name: 'Caps', icon_color: 1 } }
  expect(readUpdate({ update_id: 5, message: { ...message, reply_to_message: opened } })).toMatchObject({
    text: 'yes',
    replyTo: null,
  })
})

test.each([{}, { date: 0 }, { date: -1 }, { date: 1.5 }, { date: 'x' }, { date: null }])(
  'a message that does not say when it was written: %j',
  (date) => {
    const reply_to_message = { message_id: 3, text: 'DE 20', ...date }
    const message = { message_id: 4, chat: group, text: '/cap', reply_to_message, ...date }
    expect(readUpdate({ update_id: 5, message })).toMatchObject({
      text: '/cap',
      writtenAt: null,
      replyTo: { text: 'DE 20', writtenAt: null },
    })
  },
)

test('a group that became a supergroup', () => {
  const message = { message_id: 4, chat: group, migrate_to_chat_id: -1_002_000 }
  expect(readUpdate({ update_id: 5, message })).toMatchObject({ migratedTo: '-1002000' })
})

test('a message without text or sender, such as a photo of a channel', () => {
  const chat = { id: 9, type: 'private', first_name: 'Anna', last_name: 'B' }
  expect(readUpdate({ update_id: 5, message: { chat, photo: [] } })).toMatchObject({
    chat: { title: 'Anna B' },
    senderId: null,
    text: '',
  })
})

test('a pressed button', () => {
  const button = { id: '77', from: { id: 7 }, message: { chat: group, message_id: 9 }, data: 'save' }
  expect(readUpdate({ update_id: 5, callback_query: button })).toEqual({
    updateId: 5,
    kind: 'button',
    chat: kept,
    senderId: '7',
    messageId: 9,
    inTopic: false,
    callbackId: '77',
    data: 'save',
  })
})

test.each([
  [{ message_thread_id: 8, is_topic_message: true }, true],
  // A thread of replies in a group without topics.
  [{ message_thread_id: 8 }, false],
  [{ is_topic_message: 'x' }, false],
])('a message, or one with a button, of the place %j', (place, inTopic) => {
  const message = { message_id: 9, chat: group, ...place }
  expect(readUpdate({ update_id: 5, message })).toMatchObject({ kind: 'message', inTopic, topic: inTopic ? 8 : null })
  const button = { id: '77', from: { id: 7 }, message, data: 'save' }
  expect(readUpdate({ update_id: 5, callback_query: button })).toMatchObject({ kind: 'button', inTopic })
})

test.each([
  [{ status: 'member' }, true],
  [{ status: 'administrator' }, true],
  [{ status: 'left' }, false],
  [{ status: 'kicked' }, false],
  [{ status: 'restricted', is_member: true }, true],
  [{ status: 'restricted', is_member: false }, false],
])('the bot as %j', (newStatus, isMember) => {
  const change = { chat: group, from: { id: 7 }, new_chat_member: newStatus }
  expect(readUpdate({ update_id: 5, my_chat_member: change })).toMatchObject({ kind: 'membership', isMember })
})

test.each([{}, { message: {} }, { message: { chat: { id: 'x' } } }, { poll: { id: '1' } }, { callback_query: null }])(
  'an unexpected shape is kept out, not thrown: %j',
  (content) => {
    expect(readUpdate({ update_id: 5, ...content })).toEqual({ updateId: 5, kind: 'other' })
  },
)
