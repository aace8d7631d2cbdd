/** `` html`<b>${name}</b>` ``: what is filled in stands as it is, whatever signs are in it; a Markup as what it shows. */
export function html(parts: TemplateStringsArray, ...values: readonly (string | number | Markup)[]): Markup {
  return new Markup(parts.reduce((text, part, index) => text + show(values[index - 1] ?? '') + part))
}

/** Lines below each other; what is null is left out. */
export function joinLines(lines: readonly (Markup | null)[]): Markup {
  return new Markup(lines.flatMap((line) => (line === null ? [] : [line.source])).join('\n'))
}

/** A text for Telegram's HTML mode in which every value was escaped: it cannot break. */
export class Markup {
  /** As it goes out, with parse mode HTML. */
  readonly source: string

  constructor(source: string) {
    this.source = source
  }
}

/** Text as it stands in a message of Telegram's HTML mode. */
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
