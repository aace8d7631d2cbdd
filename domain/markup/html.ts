/** `` html`<b>${name}</b>` ``: values are escaped, so they show as they are; a Markup keeps its format. */
export function html(parts: TemplateStringsArray, ...values: readonly (string | number | Markup)[]): Markup {
  return new Markup(parts.reduce((text, part, index) => text + show(values[index - 1] ?? '') + part))
}

/** Joins lines. Null lines are left out. */
export function joinLines(lines: readonly (Markup | null)[]): Markup {
  return new Markup(lines.flatMap((line) => (line === null ? [] : [line.source])).join('\n'))
}

/** A text for Telegram's HTML mode in which every value is escaped, so it is always valid. */
export class Markup {
  /** The text to send, with parse mode HTML. */
  readonly source: string

  constructor(source: string) {
    this.source = source
  }
}

/** Escapes a text for Telegram's HTML mode. */
export function escapeHtml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

function show(value: string | number | Markup): string {
  return value instanceof Markup ? value.source : escapeHtml(value.toString())
}
