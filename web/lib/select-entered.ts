/**
 * Selects a line of text when somebody enters it (by key, by click, or with a dialog), so that typing replaces it. A
 * browser does this only for Tab, and not within dialogs, whose focus trap moves the focus by program. A second click
 * places the caret, and a drag selects text.
 */
export function selectWhatIsEntered(): void {
  let left: EventTarget | null = null
  let pressed: HTMLInputElement | null = null
  document.addEventListener('focusout', ({ target }) => {
    // Another window takes the focus: on return, the person continues within the text.
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
      // The press has placed the caret, and nothing else was selected; selecting also gives the focus.
      const isEntered = pressed !== null && pressed === target && pressed === document.activeElement
      if (isEntered && pressed?.selectionStart === pressed?.selectionEnd) pressed?.select()
      pressed = null
    },
    { capture: true },
  )
}

/** An editable field of one line. Longer texts are edited where they are clicked. */
function lineOf(target: EventTarget | null): HTMLInputElement | null {
  return target instanceof HTMLInputElement && !target.readOnly ? target : null
}
