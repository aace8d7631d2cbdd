import type { Answer, Call, Received } from '#contract/call.ts'
import type { Digest, Digested } from '#domain/kernel/digest.ts'
import { packText, type PackedText } from './compression.ts'
import type { KeptAnswers } from './kept-answers.ts'
import type { Reply } from './reply.ts'
import { shareReads } from './shared-reads.ts'

/** Written once for all its receivers. */
export interface SharedAnswer {
  status: number
  packed: PackedText
  retryAfterSeconds?: number
}

type Read = (known: Digest | null) => Promise<Reply<Call> | Digested<Answer<Call>>>

/**
 * Answers a shared call: simultaneous callers share a read, and an answer is kept and sent again as long as its rows
 * are the same (decisions 019 and 020).
 */
export function shareAnswers(
  call: Call,
  kept: KeptAnswers,
): (received: Received<Call>, read: Read) => Promise<SharedAnswer> {
  const share = shareReads<SharedAnswer>()
  return (received, read) => {
    const key = `${call.method} ${call.path} ${JSON.stringify(received)}`
    return share(key, async () => {
      const before = kept.find(key)
      const reply = await read(before?.digest ?? null)
      if (!('digest' in reply)) return writeOut(reply)
      if (reply.made) {
        const answer = { digest: reply.digest, ...(await writeOut(reply.made.value)) }
        kept.keep(key, answer)
        return answer
      }
      if (before?.digest !== reply.digest) throw new Error(`${key} is told to be as nobody knows it`)
      return before
    })
  }
}

async function writeOut({ body, ...outcome }: Reply<Call>): Promise<SharedAnswer> {
  return { ...outcome, packed: await packText(JSON.stringify(body)) }
}
