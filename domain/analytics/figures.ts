/** Counts of a day, a geo, or any other group. */
export interface Figures {
  leads: number
  deposits: number
}

export const NOTHING: Figures = { leads: 0, deposits: 0 }

/** Deposits per hundred leads, in percent; 0 without leads. */
export function computeConversion({ leads, deposits }: Figures): number {
  return leads === 0 ? 0 : (100 * deposits) / leads
}

/** With fewer leads a conversion is chance, and would stretch its axis. */
const FEWEST_LEADS = 10

/** Whether there are enough leads for their conversion to say something. */
export function isTelling({ leads }: Figures): boolean {
  return leads >= FEWEST_LEADS
}

/** The conversion to draw, in percent; null if it has too few leads. */
export function drawnConversion(figures: Figures): number | null {
  return isTelling(figures) ? computeConversion(figures) : null
}

export function addFigures(rows: readonly Figures[]): Figures {
  return rows.reduce<Figures>(
    (sum, { leads, deposits }) => ({ leads: sum.leads + leads, deposits: sum.deposits + deposits }),
    NOTHING,
  )
}

export type ConversionBand = 'high' | 'middle' | 'low'

/** Judges a conversion in percent (spec, section 9): above 5, above 2, or below. */
export function judgeConversion(percent: number): ConversionBand {
  if (percent > 5) return 'high'
  return percent > 2 ? 'middle' : 'low'
}
