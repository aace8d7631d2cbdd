// Compares names across alphabets by a rough sound: `Альтамар` and `Altamar` are one, `Кордова` and `Cordova` too.
// Sounds are only compared with each other and never shown.

/** Cyrillic (Russian, Ukrainian and Serbian letters), Greek and Hebrew, by their sounds in Latin letters. */
const LETTERS = new Map([
  ...pairs('АБВГҐДЕЁЄЖЗИІЇЙКЛМНОПРСТУЎФЫЭ', 'ABVGGDEEEZZIIIIKLMNOPRSTUUFIE'),
  ...pairs('ЈЉЊЂЋЏ', 'ILNDCD'),
  ...pairs('ΑΒΓΔΕΖΗΘΙΚΛΜΝΟΠΡΣΤΥΦΩ', 'AVGDEZITIKLMNOPRSTIFO'),
  ...pairs('אבגדהוזחטיכךלמםנןסעפףצץקרשת', 'ABGDHVZHTIKKLMMNNSAPPCCKRST'),
  ['Х', 'H'],
  ['Χ', 'H'],
  ['Ц', 'C'],
  ['Ч', 'CH'],
  ['Ш', 'SH'],
  ['Щ', 'SH'],
  ['Ъ', ''],
  ['Ь', ''],
  ['Ю', 'U'],
  ['Я', 'A'],
  ['Ξ', 'KS'],
  ['Ψ', 'PS'],
])

/** Latin spellings of one sound, in the order in which they are replaced. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/PH/g, 'F'],
  [/TH/g, 'T'],
  [/CK|Q|C(?![EIYH])/g, 'K'],
  [/KH/g, 'H'],
  [/TS/g, 'C'],
  [/X/g, 'KS'],
  [/W/g, 'V'],
  [/[YJ]/g, 'I'],
  // A doubled letter sounds once.
  [/(.)\1+/g, '$1'],
]

const OTHER_LETTERS = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}]/u

/** Whether a text has letters of an alphabet that is compared by sound. */
export function hasOtherLetters(text: string): boolean {
  return OTHER_LETTERS.test(text)
}

/** The sound of a name in Latin letters, without blanks and marks. */
export function soundOf(text: string): string {
  const upper = text.normalize('NFC').toUpperCase()
  const latin = Array.from(upper, soundOfLetter).join('')
  const plain = latin.normalize('NFD').replace(/[^A-Z0-9]+/g, '')
  return SPELLINGS.reduce((sound, [spelling, letter]) => sound.replace(spelling, letter), plain)
}

/**
 * The consonants of a sound, for names whose vowels are written in several ways: `Данмор` and `Dunmore` are both
 * `DNMR`.
 */
export function consonantsOf(sound: string): string {
  return sound.replace(/[AEIOU]/g, '').replace(/(.)\1+/g, '$1')
}

function soundOfLetter(letter: string): string {
  return LETTERS.get(letter) ?? LETTERS.get(letter.normalize('NFD').slice(0, 1)) ?? letter
}

function pairs(from: string, to: string): [string, string][] {
  return Array.from(from, (letter, index) => [letter, to.charAt(index)])
}
