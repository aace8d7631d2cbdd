import { addDays, type Day } from '#domain/kernel/day.ts'
import { readDayWords } from '#web/lib/day-words.ts'
import { formatDayTitle } from '#web/lib/format.ts'

export const GROUPS = ['Days', 'Board', 'Screens', 'Admin Panel', 'This browser'] as const

/** Something that the palette can do. */
export interface Command {
  group: (typeof GROUPS)[number]
  name: string
  /** What people may type for it beside its name. */
  also?: string
  /** Keys that do the same. */
  keys?: readonly string[]
  run: () => void
}

/** The commands that have all the words that were typed, each at the beginning of one of theirs. */
export function findCommands(commands: readonly Command[], typed: string): Command[] {
  const wanted = splitWords(typed)
  return commands.filter(({ name, also = '', group }) => {
    const words = splitWords(`${name} ${also} ${group}`)
    return wanted.every((word) => words.some((each) => each.startsWith(word)))
  })
}

function splitWords(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}+]+/u)
    .filter(Boolean)
}

interface DayWays {
  toBoard: (day: Day) => void
  toFullView: (day: Day) => void
}

/** Ways to the days that were typed; to today and tomorrow while nothing is. */
export function listDayCommands(typed: string, today: Day, { toBoard, toFullView }: DayWays): Command[] {
  const days = typed.trim() === '' ? [today, addDays(today, 1)] : readDayWords(typed, today)
  return days.flatMap((day): Command[] => {
    const title = formatDayTitle(day, today)
    const board: Command = { group: 'Days', name: `Go to ${title}`, run: () => toBoard(day) }
    if (typed.trim() === '') return [board]
    return [board, { group: 'Days', name: `Full view of ${title}`, run: () => toFullView(day) }]
  })
}
