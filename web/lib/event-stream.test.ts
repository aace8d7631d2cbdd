import { expect, test } from 'vitest'
import { readEventData } from './event-stream.ts'

async function read(...chunks: string[]): Promise<string[]> {
  async function* source() {
    yield* chunks
  }
  const events: string[] = []
  for await (const data of readEventData(source())) events.push(data)
  return events
}

test('an event is told once its blank line has come', async () => {
  expect(await read('data: one\n\ndata: two\n')).toEqual(['one'])
})

test('events cut anywhere into chunks are put together again', async () => {
  const text = 'event: change\ndata: {"a":1}\n\n:ping\n\ndata: x\ndata: y\n\n'
  for (let cut = 1; cut < text.length; cut += 1) {
    expect(await read(text.slice(0, cut), text.slice(cut))).toEqual(['{"a":1}', '', 'x\ny'])
  }
})

test('carriage returns end lines too', async () => {
  expect(await read('data: one\r\n\r\ndata: tw', 'o\r\n\r\n')).toEqual(['one', 'two'])
})
