import { formatConversion } from '#domain/analytics/breakdown.ts'
import { computeConversion, judgeConversion, type ConversionBand, type Figures } from '#domain/analytics/figures.ts'
import classes from './conversion-badge.module.css'

const WORDS: Readonly<Record<ConversionBand, string>> = { high: 'High', middle: 'Fair', low: 'Low' }

/** A conversion with its colour, and what the colour means beside it. */
export function ConversionBadge({ figures, wordLast = false }: { figures: Figures; wordLast?: boolean }) {
  const percent = computeConversion(figures)
  const band = judgeConversion(percent)
  const word = <span className={classes.word}>{WORDS[band]}</span>
  return (
    <span className={classes.root}>
      {!wordLast && word}
      <span className={classes.badge} data-band={band}>
        {formatConversion(percent)}
      </span>
      {wordLast && word}
    </span>
  )
}
