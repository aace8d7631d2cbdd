import { useKeys } from '#web/lib/keys.ts'
import { useBoardWork, type BoardWork } from '../board-work.tsx'
import { focusCap, plannedId } from '../focus-cap.ts'
import { shownCaps } from '../selection/shown-caps.ts'

/**
 * j and k move between cards, h and l between days, e edits the number. If no card has the focus, each focuses one that
 * is in sight.
 */
export function useCardWalk(): void {
  const work = useBoardWork()
  useKeys({
    j: () => walk(work, 1),
    k: () => walk(work, -1),
    l: () => cross(work, 1),
    h: () => cross(work, -1),
    e: editPlanned,
    ArrowRight: () => focusedCard() !== null && cross(work, 1),
    ArrowLeft: () => focusedCard() !== null && cross(work, -1),
    // With Shift, cards handle these keys themselves.
    ArrowDown: () => !work && focusedCard() !== null && walk(work, 1),
    ArrowUp: () => !work && focusedCard() !== null && walk(work, -1),
  })
}

function walk(work: BoardWork | null, step: 1 | -1): boolean {
  const card = focusedCard()
  const next = card ? shownCaps.beside(idOf(card), step) : idOf(firstInSight(columns()[0]))
  if (next) focusCap(next, work ? 'select' : 'menu')
  return true
}

function editPlanned(): boolean {
  const number = document.getElementById(plannedId(idOf(focusedCard() ?? undefined)))
  number?.click()
  return number !== null
}

/** Moves to the card at the same height of the nearest day that has cards. */
function cross(work: BoardWork | null, step: 1 | -1): boolean {
  const card = focusedCard()
  if (!card) return walk(work, step)
  const all = columns()
  const next = all[all.findIndex((cards) => cards.includes(card)) + step]
  const nearest = next?.toSorted((a, b) => heightBetween(a, card) - heightBetween(b, card))[0]
  if (nearest) focusCap(idOf(nearest), work ? 'select' : 'menu')
  return true
}

function focusedCard(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>('[data-cap-id]') ?? null
}

/** The drawn cards, by day. */
function columns(): HTMLElement[][] {
  const cards = [...document.querySelectorAll<HTMLElement>('[data-cap-id]')]
  return [...Map.groupBy(cards, (card) => card.closest('section')).values()]
}

function firstInSight(cards: readonly HTMLElement[] = []): HTMLElement | undefined {
  const top = cards[0]?.closest('[data-scroller]')?.getBoundingClientRect().top ?? 0
  return cards.find((card) => card.getBoundingClientRect().top >= top) ?? cards[0]
}

function heightBetween(one: HTMLElement, other: HTMLElement): number {
  return Math.abs(one.getBoundingClientRect().top - other.getBoundingClientRect().top)
}

function idOf(card: HTMLElement | undefined): string {
  return card?.dataset['capId'] ?? ''
}
