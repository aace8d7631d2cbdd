import type { MessageEntity, User } from '../wire.ts'

export type FindUser = (id: number) => User | undefined

const TAIL = /^([^/?#]*)(.*)$/s
const HOST = /^(?:[\p{L}\p{M}\p{N}_-]+\.)+(?:[\p{L}\p{M}]{2,}|xn--[a-z0-9-]+)\.?$/iu
const ADDRESS = /^\d{1,3}(?:\.\d{1,3}){3}$/

/** The address as Telegram keeps it (scheme added, at least `/` as path), or null where it would drop the link. */
export function checkLink(raw: string): string | null {
  const link = raw.trim()
  if (/^(?:tg|ton|tonsite):/i.test(link)) return link
  const match = /^(https?):\/\/(.*)$/is.exec(link)
  const scheme = match?.[1]?.toLowerCase() ?? 'http'
  const rest = match?.[2] ?? link
  if (!match && /^[a-z][a-z0-9+.-]*:\/\//i.test(link)) return null
  const [, authority = '', tail = ''] = TAIL.exec(rest) ?? []
  const host = authority.replace(/^.*@/, '').replace(/:\d{1,5}$/, '')
  if (!HOST.test(host) && !ADDRESS.test(host)) return null
  return `${scheme}://${authority.toLowerCase()}${tail.startsWith('/') ? tail : `/${tail}`}`
}

/** A link, a mention of a person whom the bot knows, or nothing. */
export function linkEntity(
  span: { offset: number; length: number },
  address: string,
  findUser: FindUser,
): MessageEntity | null {
  const mention = /^tg:(?:\/\/)?user\/?\?id=(\d+)$/i.exec(address.trim())
  if (mention) {
    const user = findUser(Number(mention[1]))
    return user ? { type: 'text_mention', ...span, user } : null
  }
  const url = checkLink(address)
  return url ? { type: 'text_link', ...span, url } : null
}

/** The identifier in a `tg://emoji?id=…` address, or what is wrong with the address. */
export function readEmojiLink(address: string): { id: string } | { problem: string } {
  const match = /^([a-z]+):(?:\/\/)?([^/?#]*)\/?(\?[^#]*)?/i.exec(address)
  if (match?.[1]?.toLowerCase() !== 'tg') return { problem: 'Custom emoji URL must have scheme tg' }
  if (match[2]?.toLowerCase() !== 'emoji') return { problem: 'Custom emoji URL must have host "emoji"' }
  const id = new URLSearchParams(match[3] ?? '').get('id')
  if (id === null) return { problem: 'Custom emoji URL must have an emoji identifier' }
  return /^[1-9]\d*$/.test(id) ? { id } : { problem: 'Invalid custom emoji identifier specified' }
}
