import { fold } from '#domain/kernel/fold.ts'
import { NearWords } from './near.ts'
import type { KnownPartner, World } from './world.ts'

/** Somebody that a word may mean. */
export interface NamedPartner {
  kind: 'advertiser' | 'publisher'
  key: string
  name: string
}

export interface NameFinder {
  /** Words that the longest name has. */
  longest: number
  /** Who is called so: by name, alias or a part of a name, folded and without blanks. Several are choices. */
  findFolded(name: string): readonly NamedPartner[]
  /** Who may be meant by a name with one slip, or in another alphabet. */
  guess(text: string): readonly NamedPartner[]
  /** Who is registered under just that id or number. */
  findKey(kind: NamedPartner['kind'], key: string): NamedPartner | null
}

const NOBODY: readonly NamedPartner[] = []

/** Parts of names that say nothing of whose it is. */
const COMMON = new Set(
  `MEDIA ADS LEADS LEAD GROUP PARTNERS PARTNER TRADE DESK TRAFFIC ONLINE DIGITAL AGENCY MARKETING NETWORK THE AND
  LIMITED COMPANY GLOBAL SEO FINANCE CAPITAL INSURANCE`.split(/\s+/),
)

export function indexNames({ advertisers, publishers }: Pick<World, 'advertisers' | 'publishers'>): NameFinder {
  const all = [...ofKind('advertiser', advertisers), ...ofKind('publisher', publishers)]
  const byName = new Map<string, Set<NamedPartner>>()
  const bySound = new Map<string, Set<NamedPartner>>()
  for (const [name, { partner }] of all.flatMap((entry) => namesOf(entry).map((called) => [called, entry] as const))) {
    add(byName, squash(name), partner)
    const sound = soundOf(name)
    if (sound.length >= SHORTEST_SOUND) add(bySound, sound, partner)
  }
  const found = new Map([...byName].map(([name, partners]) => [name, [...partners]]))
  const near = new NearWords(byName)
  const guesses = new Map<string, readonly NamedPartner[]>()
  const keys = new Map(all.map(({ partner }) => [`${partner.kind} ${fold(partner.key)}`, partner]))
  return {
    longest: Math.max(1, ...all.flatMap((entry) => namesOf(entry).map((name) => name.split(' ').length))),
    findFolded: (name) => found.get(name) ?? NOBODY,
    guess(text) {
      const known = guesses.get(text)
      if (known) return known
      const heard = OTHER_ALPHABET.test(text) ? bySound.get(soundOf(text)) : undefined
      const guessed = [...new Set([...near.near(squash(text)).flatMap((partners) => [...partners]), ...(heard ?? [])])]
      guesses.set(text, guessed)
      return guessed
    },
    findKey: (kind, key) => keys.get(`${kind} ${fold(key)}`) ?? null,
  }
}

interface Entry {
  partner: NamedPartner
  known: KnownPartner
}

function ofKind(kind: NamedPartner['kind'], partners: readonly KnownPartner[]): Entry[] {
  return partners.map((known) => ({ partner: { kind, key: known.key, name: known.name }, known }))
}

function namesOf({ known: { name, aliases } }: Entry): string[] {
  const parts = name.split(/[\s/]+/).filter((part) => part.length > 3 && !COMMON.has(fold(part)))
  return [name, ...aliases, ...parts].map((text) => text.trim()).filter((text) => text.length > 1)
}

function add(index: Map<string, Set<NamedPartner>>, name: string, partner: NamedPartner): void {
  const partners = index.get(name)
  if (partners) partners.add(partner)
  else index.set(name, new Set([partner]))
}

/** `Lead Nest` is `LeadNest`. */
function squash(text: string): string {
  return fold(text).replace(/[^\p{L}\p{N}]/gu, '')
}

const OTHER_ALPHABET = /[\p{Script=Cyrillic}\p{Script=Hebrew}]/u
const SHORTEST_SOUND = 3

const LATIN: Readonly<Record<string, string>> = Object.fromEntries(
  `аa бb вv гg ґg дd еe ёe жs зs иi іi їi йi кk лl мm нn оo пp рr сs тt уu фf хh цk чk шs щs ыi эe юu яa ьh ъh єe
  אa בb גg דd הh וv זs חh טt יi כk ךk לl מm םm נn ןn סs עa פp ףf צs קk רr שs תt`
    .split(/\s+/)
    .map((pair) => [pair.slice(0, 1), pair.slice(1)]),
)

/** The consonants of a name as they sound in any alphabet: `Хальцион` and `Halcyon` are both `lkn`. */
function soundOf(text: string): string {
  const latin = Array.from(text.toLowerCase(), (letter) => LATIN[letter] ?? letter.normalize('NFD').slice(0, 1)).join(
    '',
  )
  return latin
    .replace(/ph/g, 'f')
    .replace(/x/g, 'ks')
    .replace(/[cq]/g, 'k')
    .replace(/z/g, 's')
    .replace(/w/g, 'v')
    .replace(/[^bdfgklmnprstv]/g, '')
    .replace(/(.)\1+/g, '$1')
}
