// What may be chosen of analytics: the address of their screen names it, which is read before the screen is there.

/** The groupings of a breakdown. */
export const GROUPINGS = ['geo', 'broker', 'affiliate', 'affiliateGeo'] as const

export type Grouping = (typeof GROUPINGS)[number]

/** `lead`: a deposit counts on the day of its lead, under its lead's key; `deposit`: on its own day, under its own. */
export const COUNTINGS = ['deposit', 'lead'] as const

export type Counting = (typeof COUNTINGS)[number]

/** The period to compare with: as many days right before it, or the same weekdays of the weeks before it. */
export const COMPARISONS = ['period', 'week'] as const

export type Comparison = (typeof COMPARISONS)[number]

/** Common periods. They move with the calendar: tomorrow the same preset means other days. */
export const PRESETS = ['today', 'yesterday', 'this-week', 'last-week', 'this-month', 'last-30-days'] as const

export type Preset = (typeof PRESETS)[number]

export const CHART_TYPES = ['line', 'bar', 'area', 'pie'] as const

export type ChartType = (typeof CHART_TYPES)[number]

/** What is asked of the figures: how many, how good, as planned, and what comes. */
export const TABS = ['overview', 'quality', 'plan', 'forecast'] as const

export type Tab = (typeof TABS)[number]
