/**
 * An Enter that is held presses once: the button that opens a question passes the focus on to that of the answer, which
 * the same Enter would press unread. It goes on writing lines in the text where it was pressed. Space needs no such
 * care, since it presses when it is let go.
 */
export function pressEnterOnce(): void {
  let pressedOn: EventTarget | null = null
  const hear = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    if (!event.repeat) pressedOn = event.target
    else if (event.target !== pressedOn || !(event.target instanceof HTMLTextAreaElement)) silence(event)
  }
  document.addEventListener('keydown', hear, { capture: true })
}

function silence(event: Event): void {
  event.preventDefault()
  event.stopImmediatePropagation()
}
