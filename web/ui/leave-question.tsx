import { useBlocker, type ShouldBlockFn } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useEffectEvent } from 'react'
import { readSession } from '#web/lib/session.ts'
import { useUnsaved } from '#web/lib/unsaved.ts'
import type { LossQuestionProps } from './loss-question.tsx'

const loadQuestion = () => import('./loss-question.tsx').catch(() => null)

/** Fetched once something could be lost; where it cannot be had, the browser asks. */
export const LossQuestion = lazy(async () => ({ default: (await loadQuestion())?.LossQuestion ?? BareQuestion }))

interface LeaveQuestionProps {
  isDirty: boolean
  /** Whether what is typed stays while another section of the page is looked at. */
  isKeptOverSections?: boolean
}

/**
 * Asks before a page with unsaved changes is left: by a dialog inside the product, and by the browser when the tab
 * closes or reloads. It applies from the first letter on.
 */
export function LeaveQuestion({ isDirty, isKeptOverSections = false }: LeaveQuestionProps) {
  useUnsaved(isDirty)
  const { proceed, reset } = useBlocker({
    shouldBlockFn: isKeptOverSections ? isLeavingPage : isLeaving,
    disabled: !isDirty,
    withResolver: true,
  })
  useEffect(() => {
    if (isDirty) void loadQuestion()
  }, [isDirty])
  return (
    <Suspense>
      {proceed && <LossQuestion title="Leave without saving?" label="Leave" onLeave={proceed} onStay={() => reset()} />}
    </Suspense>
  )
}

/** Parts of an address beside its page: another section, or the other kind of caps, counts as another page. */
const PARTS = ['section', 'mode'] as const

/** A person who signs out here was asked before, and one who was signed out elsewhere is not held. */
const isLeavingPage: ShouldBlockFn = ({ current, next }) =>
  readSession().status === 'authenticated' && current.pathname !== next.pathname

const isLeaving: ShouldBlockFn = (way) =>
  isLeavingPage(way) ||
  (readSession().status === 'authenticated' &&
    PARTS.some((part) => read(way.current.search, part) !== read(way.next.search, part)))

function read(search: object, part: string): unknown {
  return new Map(Object.entries(search)).get(part)
}

function BareQuestion({ title, onLeave, onStay }: LossQuestionProps) {
  const ask = useEffectEvent(() => (window.confirm(title) ? onLeave() : onStay()))
  useEffect(() => ask(), [])
  return null
}
