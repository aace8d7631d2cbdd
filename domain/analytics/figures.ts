/** What is counted, of whatever: a day, a geo, all of it. */
export interface Figures {
  leads: number
  deposits: number
}

export const NOTHING: Figures = { leads: 0, deposits: 0 }

/** Deposits for a hundred leads, in percent; 0 without leads. */
export function computeConversion({ leads, deposits }: Figures): number {
  return leads === 0 ? 0 : (100 * deposits) / leads
}

/** A conversion of fewer leads is chance, and would stretch the axis that it is drawn on. */
const FEWEST_LEADS = 10

/** Whether there are enough leads for their conversion to say something. */
export function isTelling({ leads }: Figures): boolean {
  return leads >= FEWEST_LEADS
}

/** The conversion as it is drawn, in percent; null where it is of too few leads. */
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

/** How good a conversion in percent is (spec, section 9): above 5, above 2, or not. */
export function judgeConversion(percent: number): ConversionBand {
  if (percent > 5) return 'high'
  return percent > 2 ? 'middle' : 'low'
}
