import type { PasteColumn } from '#domain/caps/paste-columns.ts'

/** The columns whose values stand at the end of their cells. */
export const NUMBER_COLUMNS: ReadonlySet<PasteColumn> = new Set(['cap', 'cpa', 'crg'])
