import { useBlocker, type ShouldBlockFn } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useEffect, useEffectEvent } from 'react'
import { readSession } from '#web/lib/session.ts'
import { useUnsaved } from '#web/lib/unsaved.ts'
import type { LossQuestionProps } from './loss-question.tsx'

const loadQuestion = () => import('./loss-question.tsx').catch(() => null)

/** Fetched once something could be lost; where it cannot be had, the browser asks. */
export const LossQuestion = lazy(async () => ({ default: (await loadQuestion())?.LossQuestion ?? BareQuestion }))

const loadSignedOut = () => import('./signed-out-dialog.tsx')

/** Fetched then too. Once a session has ended the server may be a newer one, without this file. */
export const SignedOutDialog = lazy(async () => ({ default: (await loadSignedOut()).SignedOutDialog }))

const UNSAVED = { title: 'Leave without saving?' }

/** Another section, or the other kind of caps, counts as another page. */
const PARTS = ['section', 'mode']

interface LeaveQuestionProps {
  isDirty: boolean
  /** Parts of the address beside its page. A change of one of these also loses what is typed. */
  parts?: readonly string[]
  /** What is asked, where nothing is edited. */
  words?: Pick<LossQuestionProps, 'title' | 'text' | 'stay'>
}

/** Whoever agrees is asked no second time, where a dialog lies over a page and both would lose something. */
let isAgreed = false

/**
 * Asks before a page with unsaved changes is left: by a dialog inside the product, and by the browser when the tab
 * closes or reloads. It applies from the first letter on.
 */
export function LeaveQuestion({ isDirty, parts = PARTS, words = UNSAVED }: LeaveQuestionProps) {
  // What is only shown is not kept beyond the session.
  useUnsaved(isDirty && words === UNSAVED)
  const { proceed, reset } = useBlocker({
    shouldBlockFn: useCallback((way: Way) => isLeaving(way, parts), [parts]),
    disabled: !isDirty,
    withResolver: true,
  })
  useEffect(() => {
    if (!isDirty) return
    void loadQuestion()
    loadSignedOut().catch(() => undefined)
  }, [isDirty])
  const leave = () => {
    isAgreed = true
    proceed?.()
    setTimeout(() => (isAgreed = false))
  }
  return (
    <Suspense>{proceed && <LossQuestion {...words} label="Leave" onLeave={leave} onStay={() => reset()} />}</Suspense>
  )
}

type Way = Parameters<ShouldBlockFn>[0]

function isLeaving({ current, next }: Way, parts: readonly string[]): boolean {
  // A person who signs out here was asked before, and one who was signed out elsewhere is not held.
  if (isAgreed || readSession().status !== 'authenticated') return false
  return (
    current.pathname !== next.pathname || parts.some((part) => read(current.search, part) !== read(next.search, part))
  )
}

function read(search: object, part: string): unknown {
  return new Map(Object.entries(search)).get(part)
}

function BareQuestion({ title, onLeave, onStay }: LossQuestionProps) {
  const ask = useEffectEvent(() => (window.confirm(title) ? onLeave() : onStay()))
  useEffect(() => ask(), [])
  return null
}
