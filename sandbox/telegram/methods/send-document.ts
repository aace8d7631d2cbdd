import { accept, badRequest } from '../answer.ts'
import { readText } from '../params.ts'
import type { Method } from './method.ts'
import { isUpload, sendMedia } from './send-media.ts'

const LARGEST_DOCUMENT = 50 * 1024 * 1024

/** Takes a file that is uploaded, and keeps it for whoever looks into the chat. */
export const sendDocument: Method = (call) =>
  sendMedia(call, ({ params }) => {
    const document = params.get(/^attach:\/\/(.+)$/.exec(readText(params, 'document'))?.[1] ?? 'document')
    if (!isUpload(document)) return badRequest('there is no document in the request')
    if (document.bytes.length === 0) return badRequest('file must be non-empty')
    if (document.bytes.length > LARGEST_DOCUMENT) return badRequest('file is too big')
    return accept({ document })
  })
