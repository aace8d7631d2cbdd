// Messages and lead statuses are compared by the look of their characters: a Cyrillic `DЕ` is `DE`, and dashes, blanks
// and digits of other widths are the plain ones. Folding keeps the length of a text, so positions in it stay valid.

const LOOK_ALIKES = new Map([
  ...pairs('АВСЕНКМОРТХУІЅЈ', 'ABCEHKMOPTXYISJ'),
  // Letters that look like Latin ones in lower case: һ, ԁ, ԛ, ԝ, and the palochka.
  ...pairs('ҺԀԚԜӀ', 'HDQWI'),
  ...pairs('ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEZHIKMNOPTYX'),
])

const DASHES = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/
/** Variation selectors and joiners are invisible, so they count as blanks too. */
const BLANKS = /[\s\u180e\u2000-\u200f\u205f\u2060]|\ufe0e|\ufe0f/
const FULL_WIDTH_FROM = 0xff01
const FULL_WIDTH_TO = 0xff5e

/** Folds a text to upper case without accents, by the look of its characters. */
export function fold(text: string): string {
  let folded = ''
  for (let at = 0; at < text.length; at += 1) folded += foldUnit(text.charAt(at))
  return folded
}

const units = new Map<string, string>()

function foldUnit(unit: string): string {
  if (unit >= '!' && unit <= '`') return unit
  const known = units.get(unit)
  if (known !== undefined) return known
  const folded = computeUnit(unit)
  units.set(unit, folded)
  return folded
}

function computeUnit(unit: string): string {
  if (BLANKS.test(unit)) return ' '
  if (DASHES.test(unit)) return '-'
  if (unit === '’' || unit === '‘') return "'"
  if (/[“”«»„]/.test(unit)) return '"'
  const code = unit.charCodeAt(0)
  if (code >= FULL_WIDTH_FROM && code <= FULL_WIDTH_TO) return fold(String.fromCharCode(code - 0xfee0))
  // A surrogate, half of an emoji, has no case and no accent.
  if (code >= 0xd800 && code <= 0xdfff) return unit
  const upper = unit.toUpperCase()
  const single = upper.length === 1 ? upper : unit
  const alike = LOOK_ALIKES.get(single)
  if (alike) return alike
  const [base = single, ...marks] = single.normalize('NFD')
  const letter = LOOK_ALIKES.get(base) ?? base
  return marks.length > 0 && /^[A-Z]$/.test(letter) ? letter : single
}

/** Whether a text is written in capitals. Text without case counts as capitals. */
export function isUpperCase(text: string): boolean {
  return text === text.toUpperCase()
}

function pairs(from: string, to: string): [string, string][] {
  return Array.from(from, (unit, index) => [unit, to.charAt(index)])
}
