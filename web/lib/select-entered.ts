/**
 * A line of text is selected as a whole when somebody comes into it, so that what is typed replaces it: by key, by click,
 * and when a dialog opens upon it. A browser does so by itself for Tab alone, and there not within dialogs, whose focus
 * trap moves the focus by program. A second click places the caret, and a drag selects what it passes.
 */
export function selectWhatIsEntered(): void {
  let left: EventTarget | null = null
  let pressed: HTMLInputElement | null = null
  document.addEventListener('focusout', ({ target }) => {
    // Another window takes the focus: whoever comes back goes on within what they typed.
    left = document.activeElement === target ? target : null
  })
  document.addEventListener('focusin', ({ target }) => {
    if (target !== left) lineOf(target)?.select()
  })
  document.addEventListener(
    'pointerdown',
    ({ target }) => {
      pressed = target === document.activeElement ? null : lineOf(target)
    },
    { capture: true },
  )
  document.addEventListener(
    'click',
    ({ target }) => {
      // The press has put the caret into it since, where nothing else was made of it: selecting it gives it the focus.
      const isEntered = pressed !== null && pressed === target && pressed === document.activeElement
      if (isEntered && pressed?.selectionStart === pressed?.selectionEnd) pressed?.select()
      pressed = null
    },
    { capture: true },
  )
}

/** A field of one line that can be typed into; longer texts are edited where they are clicked. */
function lineOf(target: EventTarget | null): HTMLInputElement | null {
  return target instanceof HTMLInputElement && !target.readOnly ? target : null
}
