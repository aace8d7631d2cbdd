import { expect, it } from 'vitest'
import { parseMultipart } from './multipart.ts'

async function encode(form: FormData): Promise<[string, Buffer]> {
  const request = new Request('http://localhost', { method: 'POST', body: form })
  return [request.headers.get('content-type') ?? '', Buffer.from(await request.arrayBuffer())]
}

it('reads text and files as they were', async () => {
  const form = new FormData()
  form.set('text', 'línea 1\nlínea 2 🇩🇪')
  form.set('photo', new Blob([new Uint8Array([0, 13, 10, 255, 128])], { type: 'image/png' }), 'a.png')
  form.set('empty', '')
  expect(parseMultipart(...(await encode(form)))).toEqual([
    ['text', 'línea 1\r\nlínea 2 🇩🇪'],
    ['photo', { filename: 'a.png', contentType: 'image/png', bytes: Buffer.from([0, 13, 10, 255, 128]) }],
    ['empty', ''],
  ])
})

it('refuses what has another form', () => {
  expect(parseMultipart('multipart/form-data', Buffer.from('x'))).toBeNull()
  expect(parseMultipart('multipart/form-data; boundary=b', Buffer.from('no boundary in it'))).toBeNull()
  expect(
    parseMultipart('multipart/form-data; boundary=b', Buffer.from('--b\r\n\r\n\r\nnameless\r\n--b--\r\n')),
  ).toBeNull()
})
