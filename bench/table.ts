/** One line of the table: what was measured, against what, and whether that is good enough. */
export interface Row {
  bench: string
  what: string
  figure: string
  /** Measured in the same run. */
  yardstick: string
  ratio: number | null
  goal: string
  met: boolean
  /** The size of the data, and whatever else the figure depends on. */
  note: string
}

const HEADINGS = ['bench', 'what', 'figure', 'yardstick', 'ratio', 'goal', 'met', 'note']

export function formatTable(rows: readonly Row[]): string {
  const lines = [HEADINGS, ...rows.map(toCells)]
  const widths = HEADINGS.map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)))
  const print = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  const rule = widths.map((width) => '-'.repeat(width)).join('  ')
  return [print(HEADINGS), rule, ...lines.slice(1).map(print)].join('\n')
}

function toCells(row: Row): string[] {
  const { bench, what, figure, yardstick, ratio, goal, met, note } = row
  return [bench, what, figure, yardstick, ratio?.toFixed(2) ?? '-', goal, met ? 'yes' : 'NO', note]
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle)] ?? Number.NaN)) / 2
}

/** The value that a share of all, such as 0.99, does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN
}

export interface BenchOptions {
  /** In the database of the benches that need some. */
  leads: number
}
