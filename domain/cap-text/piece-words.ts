import type { Token } from './token.ts'
import type { Word } from './words.ts'

// Words, by their keys (`keyOf`), that decide what the number beside them is. Their place in the piece matters.

export const BY = new Set(['BY', 'IN', 'HA', 'UM', 'EN', 'EM', 'OF', 'WITH'])
export const COUNTED = new Set(
  'AGENTS AGENT GUYS PEOPLE MANAGERS OPERATORS OПEPATOPOB OПEPATOPA MEHEДЖEPOB MEHEДЖEPA ЧEЛOBEK ЛЮДEЙ MITARBEITER AGENTEN AGENTES PERSONAS PESSOAS CLOSERS SALES GEOS GEO COUNTRIES ГEO CTPAHЫ LANDER PAISES'.split(
    ' ',
  ),
)
/** Units of a number of days. First and last day have to be asked. */
export const DAYS = new Set('DAYS ДHЯ ДHEЙ ДHI ДHIB TAGE TAGEN DIAS WEEKS HEДEЛИ WOCHEN'.split(' '))
/** The day behind one of these is not the row's day. */
export const BESIDE_DAY =
  /^(?:(?:ONLY |ERST )?(?:AFTER|ПOCЛE|ПICЛЯ|NACH|DESPUES DE|DEPOIS DE|APRES)|VOR|AVANT|NOT (?:AFTER|BEFORE))/
/** These stand before a second day. A number is then more, less or a part of the cap of that day. */
export const BASE = /(?:^| )(?:OF|THAN|VS|ALS|ЧEM|HIЖ|QUE)$/
/** Before a number these say a time, and never a source. */
export const NOT_BEFORE =
  /^(?:(?:ONLY |ERST |SO )?(?:AFTER|ПOCЛE|ПICЛЯ|NACH|DESPUES DE|DEPOIS D|APRES)|N(?:OT|O) (?:BEFORE|EARLIER)|HE PAH|NICHT VOR|FRUHESTENS|N(?:O|AO) ANTES|PAS AVANT)/
/** Behind `open` or `start`, before a number: the number may be a time. */
export const AT = new Set(['AT', 'UM', 'B'])
/** Between two numbers: one of them. */
export const OR = new Set(['OR', 'ODER', 'ИЛИ', 'AБO', 'OU', 'O', 'ЧИ'])
/** Before a day: it is the end. */
export const UNTIL = new Set(['TILL', 'UNTIL', 'UNTILL', 'ДO', 'BIS', 'HASTA', 'HASTA EL', 'ATE', 'JUSQUA'])
/** Before a number: more likely the new cap than an end of hours. */
export const TO = new Set(['TO', 'AUF', 'A', 'AL'])
/** Before a number: an end of hours, or a cap of at most so many. */
export const UP_TO = new Set(['ДO', 'BIS', 'ATE', 'HASTA'])
/** Between two numbers: the first is meant. `no` and `without` are not here, because they may be about a source. */
export const NOT = new Set(['NOT', 'NICHT', 'HE', 'NAO'])
/** Before a geo: the geo is left out of `all`. */
export const EXCEPT = /^(?:EXCEPT|EXCLUD|EXCL|KPOME|KPIM|AUSSER|EXCEPTO|EXCETO|SALVO|MENOS|BUT$)/
/** Behind a geo: none of it; `FR no` may be an answer. */
export const NOTHING = new Set(['NOTHING', 'NONE', 'RIEN', 'NICHTS', 'NADA', 'YOK', 'HИЧEГO', 'HIЧOГO', 'HEMAЄ'])
/** Words for daily that name the number behind them as the cap. */
export const NAMES_CAP = /^(?:DAILY|TAGLICH|DIARIO|EЖEДHEBHO|ЩOДHЯ|DIARIAMENTE)$/
/** `morning guys` greets. */
export const GREETED = new Set(
  'GUYS TEAM ALL EVERYONE EVERYBODY BRO MATE FRIENDS DEAR DEARS GENTS FOLKS SIR BOSS'.split(' '),
)
/** Before the number of a document. */
export const REFERENCE = /^(?:OFFER ID|INVOICE|TICKET|FACTURA|FATURA|RECHNUNG|ИHBOЙC|CЧET)$/
export const FOR = new Set(['FOR', 'ДЛЯ', 'FUR', 'PARA', 'VIA', 'PRO'])

/** An apology. By itself it corrects nothing. */
export const APOLOGY =
  /^(?:SO )?(?:SRY|SORRY|ИЗBИHИ|ИЗBИHИTE|COPPИ|BИБAЧTE|PERDON|DESCULPA|DESCULPE|ENTSCHULDIGUNG)(?: |$)/

/** Words that mark the number beside them as a correction. They add nothing else: `PL 20 rather`, `UK 40 sorry`. */
export const CORRECTS = new RegExp(
  `${APOLOGY.source}|^(?:RATHER|ACTUALLY|MAKE (?:IT|THAT)|CHANGE TO|FIX|CORRECTED|EDIT|TOЧHEE|BEPHEE|MEJOR|DIGO|ALIAS)$`,
)

/** `~20`, `<20`, `>20`. An arrow is longer, so it is none of these. */
export function isAbout({ mark, at, end }: Extract<Token, { kind: 'mark' }>): boolean {
  return /^[~<>≈±≤≥]$/.test(mark) && end - at === 1
}

/** Words beside a number of leads that came. */
export function isOfLeads(word: Word | null): boolean {
  return word === 'quality' || word === 'result'
}

/** Words that keep a day as it is. */
export const AS_USUAL =
  /(?:^| )(?:AS (?:PLANNED|USUAL|ALWAYS|AGREED|BEFORE)|NORMAL|NORMALLY|USUAL|LIKE (?:ALWAYS|USUAL)|KAK OБЫЧHO|OБЫЧHO|ЯK ЗAЗBИЧAЙ|WIE (?:IMMER|GEPLANT|GEHABT|UBLICH)|COMO SIEMPRE|COMO SEMPRE)(?: |$)/
