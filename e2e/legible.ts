/** A line of a visible text, as far as what scrolls or clips around it lets it be seen. */
interface Line {
  text: Text
  element: Element
  box: DOMRect
}

/** An element that clips what is in it. */
interface Frame {
  room: DOMRect
  /** Whether what it clips can be scrolled to. */
  scrolls: boolean
  /** Whether it says by dots that there is more. */
  saysSo: boolean
  /** Whether it shows one line, and leaves out whole the facts that have no room in it. */
  leavesOut: boolean
  parent: Element | null
}

/**
 * What of the page's texts cannot be read: texts over each other, cut without a sign of it, beyond the window, or broken
 * within a word. Runs in the browser, and so holds all that it calls.
 */
export function findIllegible(): string[] {
  // An open dialog is looked at without what lies behind it.
  const root = [...document.querySelectorAll('[role="dialog"][aria-modal="true"]')].at(-1) ?? document.body
  const faults = new Set<string>()
  const lines: Line[] = []
  const frames = new Map<Element, Frame | null>()
  for (const text of textsOf(root)) lookAt(text)
  // From the top down, so that each is held against those alone that begin before it ends.
  lines.sort((a, b) => a.box.top - b.box.top)
  for (const [index, one] of lines.entries()) {
    for (let next = index + 1; next < lines.length; next += 1) {
      const other = lines[next]
      if (!other || other.box.top > one.box.bottom) break
      if (one.text !== other.text && isOver(one.box, other.box) && liesOpen(one, other)) {
        faults.add(`over each other: ${nameOf(one.text)} and ${nameOf(other.text)}`)
      }
    }
  }
  return [...faults]

  function lookAt(text: Text): void {
    const element = text.parentElement
    if (!element?.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return
    const boxes = boxesOf(text, 0, text.length)
    if (isBroken(text, boxes)) faults.add(`broken within a word: ${nameOf(text)}`)
    for (const box of boxes) {
      const seen = clip(box, element)
      if (seen.isCut) faults.add(`cut: ${nameOf(text)}`)
      if (seen.box.width < 1 || seen.box.height < 1) continue
      if (seen.box.left < -1 || seen.box.right > window.innerWidth + 1) faults.add(`beyond the window: ${nameOf(text)}`)
      lines.push({ text, element, box: seen.box })
    }
  }

  function textsOf(parent: Element): Text[] {
    const walker = document.createTreeWalker(parent, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode()) {
      const node = walker.currentNode
      if (node instanceof Text && node.data.trim() !== '') texts.push(node)
    }
    return texts
  }

  function boxesOf(text: Text, start: number, end: number): DOMRect[] {
    const range = document.createRange()
    range.setStart(text, start)
    range.setEnd(text, end)
    return [...range.getClientRects()].filter(({ width, height }) => width > 0.5 && height > 0.5)
  }

  /** A word too long for any line may be broken; one that people know may not. */
  function isBroken(text: Text, boxes: readonly DOMRect[]): boolean {
    const isInLines = (all: readonly DOMRect[]) => new Set(all.map(({ top }) => Math.round(top))).size > 1
    if (!isInLines(boxes)) return false
    return [...text.data.matchAll(/(?<![^\s(“])\p{L}{2,18}(?![^\s,.:;)”])/gu)].some(({ 0: word, index }) =>
      isInLines(boxesOf(text, index, index + word.length)),
    )
  }

  /** What the elements around a line let be seen of it, and whether they take away what nothing brings back. */
  function clip(whole: DOMRect, within: Element): { box: DOMRect; isCut: boolean } {
    let box = whole
    let isCut = false
    let isReachable = false
    for (let frame = frameAround(within); frame; frame = frame.parent && frameAround(frame.parent)) {
      const { room } = frame
      // It is there for those who are read to.
      if (room.width <= 1 || room.height <= 1) return { box: new DOMRect(), isCut: false }
      const next = meet(box, room)
      if (frame.scrolls) isReachable = true
      else if (frame.leavesOut && next.height < 1) return { box: next, isCut }
      else if (!isReachable && !frame.saysSo && isLess(next, box)) isCut = true
      box = next
    }
    return { box, isCut }
  }

  /** The next element from this one outwards that clips what is in it; null where none does. */
  function frameAround(element: Element): Frame | null {
    const known = frames.get(element)
    if (known !== undefined) return known
    const found = findFrame(element)
    frames.set(element, found)
    return found
  }

  function findFrame(element: Element): Frame | null {
    if (element === document.body) return null
    const style = getComputedStyle(element)
    if (style.position === 'fixed') return null
    const parent = element.parentElement
    const clips = style.overflowX !== 'visible' || style.overflowY !== 'visible'
    if (!clips || element instanceof SVGElement) return parent && frameAround(parent)
    const scrolls = /auto|scroll/.test(style.overflowX + style.overflowY)
    const leavesOut = style.display === 'flex' && style.flexWrap === 'wrap'
    return { room: element.getBoundingClientRect(), scrolls, saysSo: saysSo(style), leavesOut, parent }
  }

  function saysSo({ textOverflow, display, webkitLineClamp }: CSSStyleDeclaration): boolean {
    return webkitLineClamp !== 'none' || (textOverflow === 'ellipsis' && /block|cell|item/.test(display))
  }

  function isLess(seen: DOMRect, whole: DOMRect): boolean {
    return seen.width < whole.width - 1 || seen.height < whole.height * 0.75
  }

  function meet(a: DOMRect, b: DOMRect): DOMRect {
    const left = Math.max(a.left, b.left)
    const top = Math.max(a.top, b.top)
    return new DOMRect(
      left,
      top,
      Math.max(0, Math.min(a.right, b.right) - left),
      Math.max(0, Math.min(a.bottom, b.bottom) - top),
    )
  }

  function isOver(a: DOMRect, b: DOMRect): boolean {
    const width = Math.min(a.right, b.right) - Math.max(a.left, b.left)
    if (width <= 2) return false
    const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
    return height > Math.min(a.height, b.height) * 0.4
  }

  /** Whether both are seen where they meet: what lies over one may hide it, as a head does that stays in sight. */
  function liesOpen(one: Line, other: Line): boolean {
    const { left, top, width, height } = meet(one.box, other.box)
    const stack = document.elementsFromPoint(left + width / 2, top + height / 2)
    const lower = Math.max(positionOf(one.element), positionOf(other.element))
    return !stack.slice(0, lower).some(isOpaque)

    function positionOf(element: Element): number {
      const place = stack.indexOf(element)
      return place < 0 ? stack.length : place
    }
  }

  function isOpaque(element: Element): boolean {
    const { backgroundColor, backgroundImage } = getComputedStyle(element)
    return backgroundImage !== 'none' || !/^rgba\(.*, 0(\.\d+)?\)$|^transparent$/.test(backgroundColor)
  }

  function nameOf({ data, parentElement }: Text): string {
    return `“${data.trim().slice(0, 60)}” (${parentElement?.tagName.toLowerCase()} ${parentElement?.className ?? ''})`
  }
}
