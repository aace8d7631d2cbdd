/** A file of a multipart body. */
export interface UploadedFile {
  filename: string
  contentType: string
  bytes: Buffer
}

/** The fields of a `multipart/form-data` body in order; null where it does not have that form. */
export function parseMultipart(contentType: string, bytes: Buffer): [string, string | UploadedFile][] | null {
  const boundary = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType)
  const mark = boundary?.[1] ?? boundary?.[2]
  if (!mark) return null
  // Latin-1 keeps one character a byte, so that places in the text are places in the bytes.
  const parts = `\r\n${bytes.toString('latin1')}`.split(`\r\n--${mark}`)
  if (parts.length < 2 || !parts.at(-1)?.startsWith('--')) return null
  const fields = parts.slice(1, -1).map(parsePart)
  return fields.every((field) => field !== null) ? fields : null
}

function parsePart(part: string): [string, string | UploadedFile] | null {
  const match = /^\r\n([^]*?)\r\n\r\n([^]*)$/.exec(part)
  if (!match) return null
  const [, head = '', body = ''] = match
  const headers = Buffer.from(head, 'latin1').toString('utf8')
  const name = /[;\s]name="([^"]*)"/i.exec(headers)?.[1]
  if (name === undefined) return null
  const bytes = Buffer.from(body, 'latin1')
  // Some clients put no quotes around it.
  const [, quoted, plain] = /[;\s]filename=(?:"([^"]*)"|([^;\r\n]*))/i.exec(headers) ?? []
  const filename = quoted ?? plain
  if (filename === undefined) return [name, bytes.toString('utf8')]
  const contentType = /^content-type:\s*(.+)$/im.exec(headers)?.[1]?.trim() ?? 'application/octet-stream'
  return [name, { filename, contentType, bytes }]
}
