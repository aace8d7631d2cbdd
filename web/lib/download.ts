import type { Call } from '#contract/call.ts'
import { ApiError, fillPath, readProblem, type Parts } from '#contract/client.ts'
import { reach } from './api.ts'
import { refuseSession, readToken } from './session.ts'

/** Asks for a file and has the browser keep it, under the name that it came with. */
export async function downloadFile(call: Call & { file: readonly string[] }, sent: Parts): Promise<void> {
  const token = readToken()
  const response = await reach(`/api${fillPath(call, sent)}`, {
    headers: { authorization: `Bearer ${token ?? ''}` },
  })
  if (!response.ok) {
    const problem = readProblem(await response.text(), response.statusText)
    if (response.status === 401) refuseSession(token)
    throw new ApiError(response.status, problem, response.headers.get('x-request-id'))
  }
  keepFile(nameOf(response), await response.blob())
}

function nameOf({ headers }: Response): string {
  return /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? 'file'
}

/** Has the browser keep what this page has made. */
export function keepFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
