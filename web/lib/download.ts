import type { Call } from '#contract/call.ts'
import { ApiError, fillPath, readProblem, type Parts } from '#contract/client.ts'
import { reach } from './api.ts'
import { endSessionOf, readToken } from './session.ts'

/** Asks for a file and has the browser keep it, under the call's name or another. */
export async function downloadFile(
  call: Call & { file: NonNullable<Call['file']> },
  sent: Parts,
  name = call.file.name,
): Promise<void> {
  const token = readToken()
  const response = await reach(`/api${fillPath(call, sent)}`, {
    headers: { authorization: `Bearer ${token ?? ''}` },
  })
  if (!response.ok) {
    const problem = readProblem(await response.text(), response.statusText)
    if (response.status === 401) endSessionOf(token)
    throw new ApiError(response.status, problem, response.headers.get('x-request-id'))
  }
  keepFile(name, await response.blob())
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
