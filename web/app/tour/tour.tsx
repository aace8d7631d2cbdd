import { ActionIcon, Button } from '@mantine/core'
import { useEffect, useRef, useState, type RefObject } from 'react'
import type { Role } from '#domain/team/member.ts'
import { useKeys } from '#web/lib/keys.ts'
import { giveFocusBack, passFocus } from '#web/ui/focus.ts'
import { CloseIcon } from '#web/ui/icons.tsx'
import { useIsDialogOpen } from '#web/ui/use-dialog.ts'
import { keepTourStep, readTourStep } from './standing.ts'
import { stepsFor, type TourStep } from './steps.ts'
import parts from '#web/ui/page.module.css'
import classes from './tour.module.css'

/** Shows a newcomer to the sandbox five things of the first screen. Once closed it never comes back in this browser. */
export function Tour({ role }: { role: Role }) {
  const steps = stepsFor(role)
  const [at, setAt] = useState(readTourStep)
  const card = useRef<HTMLElement>(null)
  const ring = useRef<HTMLDivElement>(null)
  // A dialog has the screen, and its keys, for itself.
  const isCovered = useIsDialogOpen()
  const step = at === null || isCovered ? undefined : steps[at]
  usePointer(step, card, ring)
  useEffect(() => passFocus(card.current), [])
  const go = (next: number | null) => {
    if (next === null && card.current?.contains(document.activeElement)) giveFocusBack(null)
    keepTourStep(next)
    setAt(next)
  }
  useKeys(step ? { Escape: () => go(null) } : {}, { first: true })
  if (at === null || !step) return null
  const isLast = at === steps.length - 1
  return (
    <>
      <div ref={ring} className={classes.ring} aria-hidden />
      <section ref={card} className={classes.card} aria-label="Tour of the sandbox" tabIndex={-1}>
        <div aria-live="polite">
          <p className={classes.count}>
            {at + 1} of {steps.length}
          </p>
          <h2 className={classes.title}>{step.title}</h2>
          <p className={classes.text}>{step.text}</p>
        </div>
        <div className={parts.foot}>
          <Button size="compact-sm" variant="default" disabled={at === 0} onClick={() => go(at - 1)}>
            Back
          </Button>
          <Button size="compact-sm" onClick={() => go(isLast ? null : at + 1)}>
            {isLast ? 'Finish' : 'Next'}
          </Button>
        </div>
        <ActionIcon
          className={classes.close}
          size={28}
          aria-label="Close the tour"
          title="Close"
          onClick={() => go(null)}
        >
          <CloseIcon />
        </ActionIcon>
      </section>
    </>
  )
}

/** Of the window's height; what is pointed at below it has the card above it. */
const MIDDLE = 0.5
/** Between what is pointed at and its ring, in pixels. */
const GAP = 4

/** Keeps the ring around what a step points at, and the card out of its way, while the page moves and fills. */
function usePointer(
  step: TourStep | undefined,
  card: RefObject<HTMLElement | null>,
  ring: RefObject<HTMLDivElement | null>,
): void {
  useEffect(() => {
    if (!step) return
    let isBrought = false
    let frame = requestAnimationFrame(function follow() {
      frame = requestAnimationFrame(follow)
      const place = findPlace(step)
      // Once: whoever scrolls on is not brought back.
      if (place && !isBrought) place.scrollIntoView({ block: 'nearest', inline: 'nearest' })
      isBrought ||= place !== null
      const box = place?.getBoundingClientRect()
      ring.current?.toggleAttribute('hidden', !box)
      if (!box) return
      const { top, left, width, height } = box
      Object.assign(ring.current?.style ?? {}, {
        top: `${top - GAP}px`,
        left: `${left - GAP}px`,
        width: `${width + 2 * GAP}px`,
        height: `${height + 2 * GAP}px`,
      })
      card.current?.toggleAttribute('data-above', top + height / 2 > window.innerHeight * MIDDLE)
    })
    return () => cancelAnimationFrame(frame)
  }, [step, card, ring])
}

function findPlace({ places }: TourStep): Element | null {
  for (const selector of places) {
    const place = [...document.querySelectorAll(selector)].find((one) => one.checkVisibility())
    if (place) return place
  }
  return null
}
