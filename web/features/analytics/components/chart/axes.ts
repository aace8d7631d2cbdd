import { formatCount } from '#web/lib/format.ts'
import { PALETTE } from './chart-data.ts'

/** What is drawn, and in which colours; the legend says the same. */
export const SERIES = [
  { key: 'leads', name: 'Leads', color: PALETTE[0] },
  { key: 'deposits', name: 'Deposits', color: PALETTE[1] },
] as const

/** On an axis of its own. */
export const CONVERSION = { key: 'conversion', name: 'Conversion Rate', color: PALETTE[2] } as const

/** What a series is compared with lies behind it, as a paler bar of the same kind. */
export const GHOST = {
  dataKey: 'before',
  fill: 'color-mix(in oklab, var(--dim) 30%, var(--surface))',
  isAnimationActive: false,
} as const

const QUIET = { tick: { fill: 'var(--dim)' }, tickLine: false, axisLine: false } as const

export const COUNT_AXIS = { ...QUIET, type: 'number', allowDecimals: false, tickFormatter: formatCount } as const

/** With room above, so that its points lie less often on the ends of the bars. */
export const PERCENT_AXIS = {
  ...QUIET,
  type: 'number',
  tickFormatter: (percent: number) => `${formatCount(percent)}%`,
  domain: [0, 'auto'],
} as const

export const CURSOR = { fill: 'var(--hover)', stroke: 'var(--line-strong)' } as const
