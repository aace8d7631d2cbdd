import type { Spelling } from './cast.ts'
import type { Random } from '#sandbox/random.ts'

/** The statuses that a lead goes through, in plain words; null is none yet. */
type Journey = readonly (string | null)[]

const JOURNEYS: readonly (readonly [Journey, number])[] = [
  [['New', 'No Answer'], 22],
  [['New', 'No Answer', 'Call Back', 'Not Interested'], 14],
  [['New', 'Call Back', 'In Progress'], 12],
  [['New', 'Not Interested'], 14],
  [['New', 'In Progress', 'Qualified'], 10],
  [['New', 'Wrong Number'], 7],
  [['New', 'No Answer', 'No Answer', 'Low Potential'], 6],
  [['New'], 5],
  [['New', 'Invalid'], 4],
  [[null, 'No Answer'], 3],
  [['New', 'Wrong Info'], 2],
  [['New', 'Duplicate'], 2],
  [['New', 'Call Back', 'Language Barrier'], 2],
  [['New', 'Underage'], 1],
]

const CONVERTING: readonly Journey[] = [
  ['New', 'In Progress', 'Qualified'],
  ['New', 'Call Back', 'Qualified'],
  ['New', 'Interested'],
]

export function pickJourney(random: Random, converts: boolean): Journey {
  return converts ? random.pick(CONVERTING) : random.weigh(JOURNEYS)
}

/** A status as one advertiser's CRM writes it: `No Answer`, `NoAnswer`, `no answer`, `no_answer`. */
export function spellStatus(status: string, spelling: Spelling): string {
  switch (spelling) {
    case 'title':
      return status
    case 'pascal':
      return status.replaceAll(' ', '')
    case 'lower':
      return status.toLowerCase()
    case 'snake':
      return status.toLowerCase().replaceAll(' ', '_')
  }
}
