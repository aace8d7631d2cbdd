import { useRef, useState } from 'react'
import { ApiError, type Client } from '#contract/client.ts'
import { callTexts } from '#contract/texts/calls.ts'
import { callApi, client, rememberFailure } from './api.ts'

const NOTHING = { content: '', key: '' }
/** Statuses of whoever is turned away before the key is looked at: they say nothing of an earlier try. */
const AT_THE_DOOR = new Set([401, 429])

/**
 * Runs something under a key. A repeat after a lost answer uses the same key, so nothing is done twice. There is a new
 * key after an answer, or for other data.
 */
export function useOnce() {
  return useState(createOnce)[0]
}

function createOnce() {
  let last = NOTHING
  const keyFor = (sent: unknown): string => {
    const content = JSON.stringify(sent)
    if (last.content !== content) last = { content, key: randomId() }
    return last.key
  }
  return async <Answer>(sent: unknown, run: (key: string) => Promise<Answer>): Promise<Answer> => {
    const key = keyFor(sent)
    const forget = () => {
      // Another one may have been begun meanwhile.
      if (last.key === key) last = NOTHING
    }
    try {
      const answer = await run(key)
      forget()
      return answer
    } catch (error) {
      if (isAnswered(error) && !AT_THE_DOOR.has(error.status)) forget()
      throw error
    }
  }
}

/**
 * Whether the server refused: then another try is another attempt. A success that cannot be read is no answer, nor is that
 * the first try is still running.
 */
export function isAnswered(error: unknown): error is ApiError {
  if (!(error instanceof ApiError) || error.message === callTexts.keyRunning) return false
  return error.status >= 400 && error.status < 500
}

/** Whether what was to be removed is gone by an earlier try that had no answer: then a refusal as unknown is no failure. */
export function useGone(): (error: unknown) => boolean {
  const isUnsure = useRef(false)
  return (error) => {
    if (isUnsure.current && error instanceof ApiError && error.status === 404) return true
    isUnsure.current ||= !isAnswered(error)
    return false
  }
}

/** 128 random bits as hex. `crypto.randomUUID` is missing on pages over plain HTTP. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Calls the server under a key, so a repeat after a lost answer does nothing twice. Only POST uses the key. */
export function useCallOnce(wish: OnceWish = {}): Client {
  return useState(() => createCallOnce(wish))[0]
}

/** `asksAgain`: repeats once by itself if no answer came. */
export interface OnceWish {
  asksAgain?: boolean
}

/** The same of its own, where nothing is drawn. */
export function createCallOnce({ asksAgain = false }: OnceWish = {}): Client {
  const once = createOnce()
  const ask = asksAgain ? askTwice : callApi
  return (call, sent, headers = {}) =>
    once([call.path, sent], (key) => ask(call, sent, { ...headers, 'idempotency-key': key }))
}

/** Nobody is told of the first try, so its failure is not remembered: it would take back the message of another change. */
const askTwice = rememberFailure(async (call, sent, headers) =>
  client(call, sent, headers).catch((why: unknown) => {
    if (isAnswered(why)) throw why
    return client(call, sent, headers)
  }),
)
