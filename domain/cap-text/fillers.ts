import { isCountry } from '#domain/kernel/countries.ts'
import { DAY_LABEL, MONTHS } from './day-words.ts'
import { anyWord, isUpperCase } from '#domain/kernel/fold.ts'
import { SENTENCE_WORDS, doubtBeside, doubtOf } from './parse-geos.ts'
import { pattern, START, STOP, type Scan } from './scan.ts'

// Words that say nothing of a cap. What is not here and not read otherwise is told to be unread.

const WORDS =
  anyWord(`please|pls|plz|hi|hello|hey|team|guys|all|dear|good morning|morning|thanks|thank you|thx|ok|okay|yes
  |and|&|an|the|is|are|be|will|can|could|you|we|i|our|your|us|me|have|has|need|needs|want|send|set|open|opened
  |add|put|update|updated|new|our|this|these|those|that|with|of|in|to|at|by|per|each|every|up|from|as|it|its|both
  |cap|caps|capp|limit|daily|volume|qty|leads|lead|price|prices|cpa|crg|cpl|rate|rates|payout|deal|deals|flat|ftd
  |geo|geos|country|countries|source|sources|aff|affiliate|affiliates|pub|publisher|broker|advertiser|adv|id|working|work
  |hours|hour|time|schedule|max|maximum|plan|planned|numbers|only|still|active|traffic|allocation|order|orders|start|starting
  |привет|пожалуйста|плиз|пж|и|с|по|на|в|для|всем|добрый день|доброе утро|капа|капы|кап|лимит|лимиты|лиды|лидов|цена|ставка
  |гео|источник|брокер|часы|время|дайте|дай|поставь|поставьте|ставим|ставь|план|нужно|можно|спасибо|рабочие
  |bitte|und|für|mit|por favor|con|para|s'il vous plaît|et|avec|per favore|hola|ciao|hallo|bonjour`)

const MENTION = pattern('(?<![\\p{L}\\p{N}])@[A-Z][A-Z0-9_]{1,31}')
const LINK = pattern('(?:HTTPS?://|WWW\\.|T\\.ME/)[^ ]+')
const FILLERS = pattern(`${START}(?:${WORDS}|${DAY_LABEL})${STOP}`)
/** A month, or how one begins, however it goes on: `Decemebr`. */
const MONTH = `(?:JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC|(?:${MONTHS.join('|')})${STOP})`
/** `1)`, or `2.` before words, in front of a line; before a month it is a day. Signs such as `•` fall away with the rest. */
const BULLET = pattern(`^ *(?:\\d{1,2}(?:\\)|\\.(?= +[^\\d ]))(?! *${MONTH}))`)

/** What is no part of any cap, before anything is read of the line. */
export function takeAsides(scan: Scan): void {
  scan.take(BULLET, () => [])
  scan.take(LINK, (_, text) => [{ kind: 'unread', text }])
  scan.take(MENTION, () => [])
}

/** `20 IN DE`: a word before another one. */
const RUNS_ON = /^ +(?:\p{L}{2}|\p{RI})/u

const ANYTHING = pattern('[^\\u0001]+')

/** What nobody took: said with its own words. Numbers among it may be a cap that was meant, so they are no aside. */
export function takeRest(scan: Scan): void {
  scan.take(FILLERS, (match, written) => {
    const [word] = match
    if (!isCountry(word) || !isUpperCase(written)) return []
    const after = scan.raw.slice(match.index + word.length)
    return SENTENCE_WORDS.has(word) && RUNS_ON.test(after) ? [] : [doubtOf(word)]
  })
  scan.take(ANYTHING, (match, text) => {
    const doubt = doubtBeside(scan, match.index, match.index + match[0].length)
    if (doubt) return [doubt]
    const trimmed = text.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
    return trimmed === '' ? [] : [{ kind: 'unread', text: trimmed }]
  })
}
