import { createHash } from 'node:crypto'
import { accept, badRequest, type Answer } from '../answer.ts'
import { checkLink } from '../entities/links.ts'
import { readText, type Params } from '../params.ts'
import type { State } from '../state.ts'
import type { Method } from './method.ts'
import { isUpload, sendMedia } from './send-media.ts'

/**
 * Takes an address and never fetches it: every picture is there but those of a `.invalid` host. One that is uploaded is
 * known by its digest from then on, also to who names the id that it got.
 */
export const sendPhoto: Method = (call) =>
  sendMedia(call, ({ state, params }) => {
    const picture = findPicture(state, params)
    return picture.ok ? accept({ photo: picture.result }) : picture
  })

const LARGEST_PHOTO = 10 * 1024 * 1024
const JPEG = Buffer.from([0xff, 0xd8, 0xff])
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47])

/** The address of the picture, or what stands for one. */
function findPicture(state: State, params: Params): Answer<string> {
  const named = readText(params, 'photo')
  const file = params.get(/^attach:\/\/(.+)$/.exec(named)?.[1] ?? '')
  if (isUpload(file)) {
    const isPicture = [JPEG, PNG].some((head) => file.bytes.subarray(0, head.length).equals(head))
    if (!isPicture || file.bytes.length > LARGEST_PHOTO) return badRequest('IMAGE_PROCESS_FAILED')
    return accept(`upload:${createHash('sha256').update(file.bytes).digest('hex').slice(0, 24)}`)
  }
  const known = [...state.messages.values()]
    .flat()
    .flatMap(({ message }) => message.photo ?? [])
    .find(({ file_id: id }) => id === named)
  if (known) return accept(known.url)
  if (!/^https?:/i.test(named) || checkLink(named) === null) {
    return badRequest('wrong file identifier/HTTP URL specified')
  }
  if (/^https?:\/\/[^/]*\.invalid(?:[:/]|$)/i.test(named)) return badRequest('failed to get HTTP URL content')
  return accept(named)
}
