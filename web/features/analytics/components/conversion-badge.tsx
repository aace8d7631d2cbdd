import { formatConversion } from '#domain/analytics/breakdown.ts'
import {
  computeConversion,
  isTelling,
  judgeConversion,
  type ConversionBand,
  type Figures,
} from '#domain/analytics/figures.ts'
import classes from './conversion-badge.module.css'

const WORDS: Readonly<Record<ConversionBand, string>> = { high: 'High', middle: 'Fair', low: 'Low' }

/** A conversion rate with a colour and its meaning in words; with too few leads it says so, and has no colour. */
export function ConversionBadge({ figures, wordLast = false }: { figures: Figures; wordLast?: boolean }) {
  const percent = computeConversion(figures)
  const band = isTelling(figures) ? judgeConversion(percent) : null
  const word = <span className={classes.word}>{band === null ? sayFew(figures) : WORDS[band]}</span>
  return (
    <span className={classes.root}>
      {!wordLast && word}
      <span className={classes.badge} data-band={band ?? undefined}>
        {formatConversion(percent)}
      </span>
      {wordLast && word}
    </span>
  )
}

function sayFew({ leads }: Figures): string {
  return leads === 0 ? 'No leads' : 'Few leads'
}
