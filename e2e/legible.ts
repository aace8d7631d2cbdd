/** A line of a visible text, as far as what scrolls or clips around it lets it be seen. */
interface Line {
  text: Text
  element: Element
  box: DOMRect
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
  for (const text of textsOf(root)) lookAt(text)
  for (const [index, one] of lines.entries()) {
    for (const other of lines.slice(index + 1)) {
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
    for (let element: Element | null = within; element && element !== document.body; element = element.parentElement) {
      const style = getComputedStyle(element)
      if (style.position === 'fixed') break
      if (style.overflowX === 'visible' && style.overflowY === 'visible') continue
      if (element instanceof SVGElement) continue
      const room = element.getBoundingClientRect()
      // It is there for those who are read to.
      if (room.width <= 1 || room.height <= 1) return { box: new DOMRect(), isCut: false }
      const next = meet(box, room)
      if (/auto|scroll/.test(style.overflowX + style.overflowY)) isReachable = true
      else if (!isReachable && !saysSo(style) && isLess(next, box)) isCut = true
      box = next
    }
    return { box, isCut }
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
    const { width, height } = meet(a, b)
    return width > 2 && height > Math.min(a.height, b.height) * 0.4
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
