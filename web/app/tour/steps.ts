import type { Role } from '#domain/team/member.ts'

export interface TourStep {
  title: string
  text: string
  /** Selectors of what it points at; the first that is in sight counts. */
  places: readonly string[]
}

/** A screen's link, or what opens the menu that has it. */
const inMenu = (path: string) => [`nav a[href^="${path}"]`, '[aria-label="Open menu"]']

const CAPS: TourStep = {
  title: 'The caps of today',
  text: 'A cap is how many leads a broker takes from a source today. The bars show what has come and what should have come by now; the forecast is for midnight.',
  places: ['#content dl'],
}
const WHY: TourStep = {
  title: 'Why a number is what it is',
  text: 'Press a row to see its leads one by one, the course of its day, and what is owed for it so far.',
  places: ['#content [data-cap-id]'],
}
const SUGGESTION: TourStep = {
  title: 'Suggestions',
  text: 'Capline compares every cap with its past and reports only what is unlikely to be chance, such as a source that fell silent or a cap that is ten times too low. One press applies a suggestion; Undo reverts it.',
  places: ['#content button[title="Suggestions"]'],
}
const MESSAGES: TourStep = {
  title: 'Messages to partners',
  text: 'One message goes to many Telegram groups, each with its own names and caps. The publishers got one already: read it in the stand-in Telegram.',
  places: inMenu('/messages'),
}
const PAYOUTS: TourStep = {
  title: 'What affiliates are owed',
  text: 'A week is calculated, closed, approved and paid. Two weeks are closed here, and one of them is paid. Every amount can be followed down to its leads.',
  places: inMenu('/payouts'),
}
const PLANS: TourStep = {
  title: 'Plans that repeat',
  text: 'A plan makes the same caps every week. What you change by hand stays as you left it.',
  places: inMenu('/plans'),
}
const HELP: TourStep = {
  title: 'Help on every screen',
  text: '“About this screen” explains a screen in a few sentences. The key ? lists the keys.',
  places: ['aside button[aria-haspopup="dialog"]', '[aria-label="About this screen"]'],
}

/** Only admins have messages and payouts. */
export function stepsFor(role: Role): readonly TourStep[] {
  return role === 'admin' ? [CAPS, WHY, SUGGESTION, MESSAGES, PAYOUTS] : [CAPS, WHY, SUGGESTION, PLANS, HELP]
}
