import { anyWord } from '#domain/kernel/fold.ts'
import { pattern, SEP, START, STOP, type Found, type Scan } from './scan.ts'

/** Thousands grouped by commas, dots or apostrophes; a blank groups nothing, since it parts numbers too. */
export const DIGITS = "(?:\\d{1,3}(?:[,.']\\d{3})+(?:[.,]\\d{1,2})?|\\d+(?:[.,]\\d{1,2})?)"
/** The same, where it is no part of something longer. */
export const NUMBER = `${DIGITS}(?![\\d\\p{L}])(?![.,]\\d)`
/** Not within a longer number, and not `1.2k`. */
const ENDS = '(?![.,]?\\d| *[KM](?![\\p{L}\\p{N}]))'
const DOLLAR = '(?:US *)?\\$|USD'
const MONEY = `(?:(?:${DOLLAR}) *(${DIGITS})|(${DIGITS}) *(?:${DOLLAR}))`
const BARE = `(${DIGITS})`
const CRG = anyWord('crg|cr guarantee|guaranteed cr|guarantee|гарантия|крг')
/** `900 cpa 20 leads`: what is counted is a cap, unless another number is: `cpa 900 cap 20`. */
const COUNTED = anyWord('leads|lead|caps|cap|/day|per day|a day|лидов|лида|лид|лидів|капа|кап')
const NOT_COUNTED = `(?! *${COUNTED}${STOP}(?! *(?:${anyWord('cap|caps|per day|a day')})? *[:=-]? *\\d))`
/** Alone, `CR` is Costa Rica as well: it needs a percent sign. */
const CR = anyWord('crg|cr|cr guarantee|guaranteed cr|guarantee|гарантия|крг|кр')
const PERCENT = `${BARE} *%(?: *${CR}${STOP})?`

const LABEL = anyWord(
  `price|prices|cpa|rate|rates|payout|pay out|deal|flat|ftd|цена|ціна|ставка|прайс|выплата|пейаут|деал|preis|precio|prix|prezzo|cena|preço`,
)
/** `20 cpa 900 leads`, `CPA 900 caps:`: three digits are the price, unless such stand in front: `900 cpa 100 leads`. */
const MAY_BE_COUNT = `(?<=(?<![\\d.,'])\\d{1,2}|\\d{3} *(?:${DOLLAR})? *${LABEL}${STOP}${SEP}[\\d.,']+)`
const PER_LEAD = anyWord('cpl|epl|per lead|a lead|/lead|за лид')
const OTHER_MONEY = pattern(`(?:[€£¥₽₴]|EUR|GBP) *${BARE}|${BARE} *(?:[€£¥₽₴]|EUR|GBP)${STOP}`)

/** A number that goes on after a blank: `1 350`, which may be one number or two. */
const SPLIT = pattern(`(?:${START}${LABEL}${SEP}(?:\\$ *)?|\\$ *)(\\d{1,3} \\d{3})(?![\\d%])`)
const SPLIT_BEFORE_CR = pattern(`(?<![\\d.,])(\\d \\d{3}) *(?:\\$|\\+ *\\d+)`)

const LEAD_PRICES = [
  pattern(`${START}${PER_LEAD}${STOP}${SEP}${MONEY}${ENDS}`),
  pattern(`${START}${PER_LEAD}${STOP}${SEP}()${BARE}${ENDS}(?! *%)${NOT_COUNTED}`),
  pattern(`(?<![\\p{L}\\d.,+])${MONEY} *${PER_LEAD}${STOP}`),
]
const WITH_GUARANTEE = [
  pattern(`(?:${START}${LABEL}${SEP})?(?<![\\d.,])${MONEY} *(?:\\+|AND|&|/) *${PERCENT}`),
  pattern(`(?:${START}${LABEL}${SEP})?(?<![\\d.,])()${BARE} *\\+ *${PERCENT}`),
  pattern(`${START}${LABEL}${SEP}()${BARE} *(?:\\+|AND|&|/) *${PERCENT}`),
]
/** Without any sign, as in `1200+10`: what has three digits in front of a plus is money. */
const PLAIN_SUM = [
  pattern(`${START}${LABEL}${SEP}${MONEY} *\\+ *${BARE}${ENDS}`),
  pattern(`${START}${LABEL}${SEP}()${BARE} *\\+ *${BARE}${ENDS}`),
  pattern(`(?<![\\d.,$#:+-])${MONEY} *\\+ *${BARE}${ENDS}(?! *[%:\\p{L}])`),
  pattern(`(?<![\\d.,$#:+-])()(\\d{3,}|\\d{1,3}[,.]\\d{3}) *\\+ *${BARE}${ENDS}(?! *[%:\\p{L}])`),
]
const GUARANTEES = [
  pattern(`${START}${CR}${STOP}${SEP}${BARE} *%`),
  pattern(`${START}${CRG}${STOP}${SEP}${BARE}${ENDS}${NOT_COUNTED}`),
  pattern(`\\+? *(?<![\\d.,-])${PERCENT}`),
]
const PRICES = [
  pattern(`${START}${LABEL}${STOP}${SEP}${MONEY}${ENDS}`),
  pattern(`${START}${LABEL}${STOP}${SEP}()${BARE}${ENDS}(?! *[%-])(?:(?!${MAY_BE_COUNT})|${NOT_COUNTED})`),
  pattern(`(?<![\\p{L}\\d.,+])${MONEY}${ENDS}(?: *${LABEL}${STOP})?`),
  pattern(`(?<![\\p{L}\\d.,+-])()${BARE} *(?:${anyWord('cpa|flat')})${STOP}`),
]

/** `ftd 3` may be what is paid, or how many; `ftd 900` is paid, since nobody counts so many. */
const DEPOSITS = [
  pattern(`${START}FTDS?${SEP}\\d{1,2}(?![.,]?\\d| *(?:[$%+]|USD))`),
  pattern(`(?<![\\p{L}\\d.,:$+-])\\d+ *FTDS?${STOP}(?!${SEP}[\\d$])(?! *-? *${LABEL}${STOP})`),
]

/** What is paid: `$900`, `1,350+10%`, `cpa 900`, `crg 8%`, `cpl 15$`. */
export function takePrices(scan: Scan): void {
  const split = ([, text = '']: RegExpExecArray): readonly Found[] => [
    { kind: 'problem', message: `“${text}” may be one number or two. Write ${text.replace(' ', '')}, or name each.` },
  ]
  scan.take(SPLIT, split)
  scan.take(SPLIT_BEFORE_CR, split)
  scan.take(OTHER_MONEY, (_, text) => [{ kind: 'problem', message: `“${text}”: prices are in dollars.` }])
  for (const found of DEPOSITS) {
    scan.take(found, (_, text) => [
      {
        kind: 'problem',
        message: `“${text}” may be a price or a number of deposits. Write price: 900, or leave it out.`,
      },
    ])
  }
  for (const found of LEAD_PRICES) scan.take(found, ([, one, other]) => payPerLead(one || other))
  for (const found of WITH_GUARANTEE) scan.take(found, ([, one, other, share]) => sum(one || other, share))
  for (const found of PLAIN_SUM) {
    scan.take(found, ([, one, other, share], text) => [
      ...sum(one || other, share),
      { kind: 'note', message: `“${text}” is taken as ${one || other} dollars and ${share}%.` },
    ])
  }
  for (const found of GUARANTEES) scan.take(found, ([, share = '']) => [{ kind: 'crg', value: share }])
  for (const found of PRICES) scan.take(found, ([, one, other]) => [{ kind: 'cpa', value: one || (other ?? '') }])
}

function sum(cpa = '', crg = ''): readonly Found[] {
  return [
    { kind: 'cpa', value: cpa },
    { kind: 'crg', value: crg },
  ]
}

/** A cap has a CPA and a CRG: with 100% every lead is paid like a deposit, which is what a price per lead means. */
function payPerLead(price = ''): readonly Found[] {
  return [...sum(price, '100'), { kind: 'note', message: `CPL ${price} is kept as CPA ${price} with CRG 100%.` }]
}
