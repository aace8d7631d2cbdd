import { formatCount } from '#domain/sentences/written.ts'
import { PALETTE } from './chart-data.ts'

/** The series and their colours, as in the legend. */
export const SERIES = [
  { key: 'leads', name: 'Leads', color: PALETTE[0] },
  { key: 'deposits', name: 'Deposits', color: PALETTE[1] },
] as const

/** On an axis of its own. */
export const CONVERSION = { key: 'conversion', name: 'Conversion Rate', color: PALETTE[2] } as const

/** The compared period is a paler bar behind the series. */
export const GHOST = {
  // Behind the bars (300), also where it comes after them.
  zIndex: 250,
  dataKey: 'before',
  fill: 'color-mix(in oklab, var(--dim) 30%, var(--surface))',
  isAnimationActive: false,
} as const

const QUIET = { tick: { fill: 'var(--dim)' }, tickLine: false, axisLine: false } as const

export const COUNT_AXIS = { ...QUIET, type: 'number', allowDecimals: false, tickFormatter: formatCount } as const

/** With space above, so that fewer points lie on the ends of bars. */
export const PERCENT_AXIS = {
  ...QUIET,
  type: 'number',
  tickFormatter: (percent: number) => `${formatCount(percent)}%`,
  domain: [0, 'auto'],
} as const

export const CURSOR = { fill: 'var(--hover)', stroke: 'var(--line-strong)' } as const
