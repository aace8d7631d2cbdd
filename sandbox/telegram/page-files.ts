import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'

const TYPES: ReadonlyMap<string, string> = new Map([
  ['index.html', 'text/html; charset=utf-8'],
  ['style.css', 'text/css; charset=utf-8'],
  ['app.js', 'text/javascript; charset=utf-8'],
  ['chat-list.js', 'text/javascript; charset=utf-8'],
  ['conversation.js', 'text/javascript; charset=utf-8'],
  ['message.js', 'text/javascript; charset=utf-8'],
  ['rich-text.js', 'text/javascript; charset=utf-8'],
  ['sandbox-api.js', 'text/javascript; charset=utf-8'],
  ['element.js', 'text/javascript; charset=utf-8'],
  ['icon.svg', 'image/svg+xml'],
])

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Serves a file of the chat page; false where the path is none of them. */
export async function servePage(folder: URL, response: ServerResponse, path: string): Promise<boolean> {
  const name = path === '/' ? 'index.html' : path.slice(1)
  const type = TYPES.get(name)
  if (!type) return false
  const content = await readFile(new URL(name, folder))
  response
    .writeHead(200, {
      'content-type': type,
      'cache-control': 'no-cache',
      'content-security-policy': POLICY,
      'x-content-type-options': 'nosniff',
    })
    .end(content)
  return true
}
