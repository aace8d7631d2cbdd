import { randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const PREFIX = 'capline_'
const ID_LENGTH = 8
/** 190 bits. */
const SECRET_LENGTH = 32
/** As many as the largest CRC-32 needs. */
const SUM_LENGTH = 6

const LETTER = '[0-9A-Za-z]'
const KEY = new RegExp(`^${PREFIX}${LETTER}{${ID_LENGTH}}_${LETTER}{${SECRET_LENGTH + SUM_LENGTH}}$`)

/** A new API key, `capline_ID_SECRETSUM`, and its beginning `capline_ID`, which is no secret. */
export function newApiKey(): { token: string; hint: string } {
  const hint = PREFIX + drawLetters(ID_LENGTH)
  const bare = `${hint}_${drawLetters(SECRET_LENGTH)}`
  return { token: bare + sumOf(bare), hint }
}

/** Whether a token is meant as an API key; tokens of sessions are random, and never begin like one. */
export function isMeantAsApiKey(token: string): boolean {
  return token.startsWith(PREFIX)
}

/** Whether an API key is as one was made, by its check sum: one that was mistyped or cut off is not. */
export function isWholeApiKey(token: string): boolean {
  return KEY.test(token) && sumOf(token.slice(0, -SUM_LENGTH)) === token.slice(-SUM_LENGTH)
}

function drawLetters(length: number): string {
  return Array.from({ length }, () => DIGITS[randomInt(DIGITS.length)]).join('')
}

/** The CRC-32 of a text as six digits of base 62. */
function sumOf(text: string): string {
  let rest = crc32(text)
  let sum = ''
  while (sum.length < SUM_LENGTH) {
    sum = `${DIGITS[rest % DIGITS.length]}${sum}`
    rest = Math.floor(rest / DIGITS.length)
  }
  return sum
}
