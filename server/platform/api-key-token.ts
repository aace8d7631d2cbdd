import { randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const PREFIX = 'capline_'
const ID_LENGTH = 8
/** 190 bits. */
const SECRET_LENGTH = 32
/** Digits for the largest CRC-32. */
const SUM_LENGTH = 6

const LETTER = '[0-9A-Za-z]'
const KEY = new RegExp(`^${PREFIX}${LETTER}{${ID_LENGTH}}_${LETTER}{${SECRET_LENGTH + SUM_LENGTH}}$`)

/** Makes a new API key, `capline_ID_SECRETSUM`, and its public beginning `capline_ID`. */
export function newApiKey(): { token: string; hint: string } {
  const hint = PREFIX + drawLetters(ID_LENGTH)
  const bare = `${hint}_${drawLetters(SECRET_LENGTH)}`
  return { token: bare + sumOf(bare), hint }
}

/** Whether a token looks like an API key. Session tokens are random and never begin like one. */
export function isMeantAsApiKey(token: string): boolean {
  return token.startsWith(PREFIX)
}

/** Whether an API key is complete, by its check sum: a mistyped or shortened key is not. */
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
