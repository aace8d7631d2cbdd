import { authCalls } from '#contract/auth.ts'
import { createClient, type Client } from '#contract/client.ts'
import type { Member } from '#domain/team/member.ts'
import { insertMember, type TestCapline } from './capline.ts'
import { PATIENCE } from './patience.ts'

/** Somebody's browser as the sign-in sees it: its cookies, and where it is. */
export interface Browser {
  call: Client
  /** By the names that the server gave them. */
  cookies: Map<string, string>
  request(identifier: string): Promise<unknown>
  verify(identifier: string, code: string): Promise<{ member: unknown; token: string }>
}

/** A browser behind a proxy that names its address; null: one without a proxy. */
export function openBrowser(
  { address: root }: Pick<TestCapline, 'address'>,
  address: string | null,
  cookies = new Map<string, string>(),
): Browser {
  const call = createClient({
    root,
    token: () => null,
    async fetch(url, init) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const headers = { ...init.headers, cookie, ...(address !== null && { 'x-forwarded-for': address }) }
      const response = await fetch(url, { ...init, headers })
      for (const written of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(written) ?? []
        cookies.set(name, value)
      }
      return response
    },
  })
  return {
    call,
    cookies,
    request: (identifier) => call(authCalls.request, { body: { identifier } }),
    verify: (identifier, code) => call(authCalls.verify, { body: { identifier, code } }),
  }
}

/** A member whose phone has the bot. */
export async function addReachable(
  capline: Pick<TestCapline, 'db' | 'telegram'>,
  fields: Parameters<typeof insertMember>[1] = { role: 'editor' },
): Promise<Member> {
  const member = await insertMember(capline.db, fields)
  capline.telegram.addPerson({ id: Number(member.telegramId), first_name: 'Somebody' })
  capline.telegram.startChat(Number(member.telegramId))
  return member
}

/** A member asks the bot for a code in their own chat. */
export function sayLogin({ telegram }: TestCapline, { telegramId }: Member): void {
  telegram.say(Number(telegramId), Number(telegramId), '/login')
}

const CODE = /\b[A-HJ-NP-Z2-9]{6}\b/

/** The code that comes to a member's phone once somebody asked for it, in the first message that has these words. */
export async function receiveCode(
  { telegram }: Pick<TestCapline, 'telegram'>,
  { telegramId }: Member,
  ask: () => unknown,
  words = 'sign-in code',
): Promise<string> {
  const chat = Number(telegramId)
  const last = telegram.messages(chat).at(-1)?.message_id ?? 0
  await ask()
  const isNew = ({ message_id, text = '' }: { message_id: number; text?: string }) =>
    message_id > last && text.includes(words)
  const { text } = await telegram.waitForMessage(chat, isNew, PATIENCE)
  return CODE.exec(text ?? '')?.[0] ?? ''
}
