import type { Draft } from './drafts.ts'
import { keyOf } from './lexicon.ts'
import type { NamedPartner } from './names.ts'
import { has, type Piece } from './piece.ts'
import type { Doubt } from './reading.ts'
import type { Scope } from './scope.ts'

/** `stop sending duplicates` complains. */
const SENDING = /(?:^| )(?:SEND|SENDING|PUSH|PUSHING|ШЛИTE|ЛEЙTE|SCHICKEN|ENVIAR|MANDAR)(?: |$)/

/** Adds doubts for what a row itself leaves open. */
export function holdDraft(draft: Draft): void {
  const { words } = draft
  const doubt = (code: Doubt['code']) => {
    if (!draft.doubts.some((other) => other.code === code)) draft.doubts.push({ code, about: draft.text })
  }
  if (words.has('condition')) doubt('is-condition')
  if (words.has('doubt')) doubt(draft.act === 'open' ? 'no-cap' : 'is-condition')
  if (words.has('tell')) doubt('no-cap')
  if (words.has('least') && draft.act !== 'keep') doubt('approximate')
  if (words.has('full') && !words.has('stop')) doubt('is-pause')
  if (draft.act === 'pause' && words.has('quality') && SENDING.test(keyOf(draft.text))) doubt('is-pause')
  if (words.has('part') && (draft.days.length > 0 || draft.act === 'set')) doubt('which-hours')
  // `+5 (20 in total)`: the total is the result of the change.
  if (words.has('total') && draft.change === null) doubt('total-or-each')
  if (words.has('wish') && draft.cpa !== null && draft.cap === null && draft.values.length === 0) doubt('is-question')
  if (draft.isQuestion && (draft.act !== 'open' || draft.cpa !== null)) doubt('is-question')
  if (has(draft, 'not', 'remark') && draft.act === 'set') doubt('is-condition')
  if (words.has('not') && (draft.act === 'pause' || draft.act === 'open') && draft.unknown.length === 0)
    doubt('is-pause')
  if (words.has('not') && draft.act === 'resume') doubt('is-resume')
  // `HU +5 - cancel that`
  if (draft.act === 'pause' && (draft.cap !== null || draft.change !== null || draft.cpa !== null))
    doubt('contradiction')
  if (draft.act === 'pause' && draft.hours !== null) doubt('which-hours')
  if (draft.act === 'pause' && words.has('source') && namesNobody(draft)) doubt('which-source')
  if (has(draft, 'more', 'less') && draft.change === null && draft.cap === null && draft.values.length > 0)
    doubt('approximate')
  if (words.has('stop') && words.has('resume') && draft.act === 'resume') doubt('contradiction')
}

/** `stop the bad source in DE` */
function namesNobody({ sources, froms, values, partners, words }: Draft): boolean {
  const isNamed = partners.some((group) => group.some(({ kind }) => kind === 'publisher'))
  return sources.length + froms.length + values.length === 0 && !isNamed && !words.has('all')
}

/** Decides whether a geo or the partner of the same name is meant. Names that an aside excludes are removed. */
export function settleNames(piece: Piece, scope: Scope, excluded: readonly string[]): void {
  if (excluded.length > 0) {
    const isExcluded = (word: string) => excluded.includes(word)
    piece.partners = piece.partners.map((group) => {
      const left = group.filter(({ name }) => !keyOf(name).split(' ').some(isExcluded))
      return left.length > 0 ? left : group
    })
  }
  for (const { geo, partners } of piece.geoNames.splice(0)) {
    const isOfOthers =
      scope.world.writer.kind !== 'team' && partners.every(({ key, kind }) => !isWriters(scope, kind, key))
    if (piece.geos.length > 0) piece.partners.push(partners)
    else {
      piece.geos.push(geo)
      if (!scope.ownGeos.has(geo) && !isOfOthers) piece.doubts.push({ code: 'which-geo', about: geo })
    }
  }
}

function isWriters({ world: { writer } }: Scope, kind: NamedPartner['kind'], key: string): boolean {
  if (writer.kind === 'broker') return kind === 'advertiser' && writer.advertiserIds.includes(key)
  return writer.kind === 'affiliate' && kind === 'publisher' && writer.sourceNumbers.includes(key)
}
