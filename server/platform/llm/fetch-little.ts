/** Bytes; an answer is a few sentences. */
const LARGEST_ANSWER = 1024 * 1024

/** Like `fetch`, but it goes to no other address than the one it is given, and breaks off an answer without end. */
export async function fetchLittle(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, { ...init, redirect: 'error' })
  const { status, statusText, headers } = response
  return new Response(response.body?.pipeThrough(limitBytes(LARGEST_ANSWER)) ?? null, { status, statusText, headers })
}

function limitBytes(most: number): TransformStream<Uint8Array, Uint8Array> {
  let seen = 0
  return new TransformStream({
    transform(chunk, controller) {
      seen += chunk.byteLength
      if (seen > most) controller.error(new Error('the answer is too long'))
      else controller.enqueue(chunk)
    },
  })
}
