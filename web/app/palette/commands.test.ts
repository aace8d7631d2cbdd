import { expect, test } from 'vitest'
import { brandText } from '#domain/kernel/brand.ts'
import type { Day } from '#domain/kernel/day.ts'
import { findCommands, listDayCommands, type Command } from './commands.ts'

const command = (name: string, also = ''): Command => ({ group: 'Board', name, also, run: () => undefined })
const commands = [command('Add a cap', 'new'), command('Calendar view', 'month'), command('Run lead sync')]
const namesOf = (found: readonly Command[]) => found.map(({ name }) => name)

test('finds by the beginnings of words, in any order, also of those that are not shown', () => {
  expect(namesOf(findCommands(commands, 'cap ADD'))).toEqual(['Add a cap'])
  expect(namesOf(findCommands(commands, 'mon'))).toEqual(['Calendar view'])
  expect(namesOf(findCommands(commands, 'new c'))).toEqual(['Add a cap'])
  expect(namesOf(findCommands(commands, 'lendar'))).toEqual([])
  expect(findCommands(commands, ' ')).toHaveLength(3)
})

test('days that were typed can be gone to, on the board or in full', () => {
  const gone: string[] = []
  const ways = { toBoard: (day: Day) => gone.push(`board ${day}`), toFullView: (day: Day) => gone.push(`full ${day}`) }
  const found = listDayCommands('2 jan', brandText<Day>('2026-11-21'), {
    toBoard: (day) => void ways.toBoard(day),
    toFullView: (day) => void ways.toFullView(day),
  })
  expect(namesOf(found)).toEqual(['Go to Sat 2 Jan 2027', 'Full view of Sat 2 Jan 2027'])
  for (const { run } of found) run()
  expect(gone).toEqual(['board 2027-01-02', 'full 2027-01-02'])
})

test('today and tomorrow are near while nothing is typed', () => {
  const ways = { toBoard: () => undefined, toFullView: () => undefined }
  expect(namesOf(listDayCommands('', brandText<Day>('2026-11-21'), ways))).toEqual([
    'Go to Today · Sat 21 Nov',
    'Go to Tomorrow · Sun 22 Nov',
  ])
})
