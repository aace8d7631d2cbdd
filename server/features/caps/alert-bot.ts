import { capTexts } from '#contract/texts/caps.ts'
import { commandTexts } from '#contract/texts/commands.ts'
import { CAP_ACTS, CAP_BUTTONS, type CapAct } from '#domain/sentences/cap-buttons.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import type { BotPart, ButtonAnswer, ButtonCall } from '#platform/telegram/commands.ts'
import { actOnCap, type ActRefusal, type DoneAct } from './alert-service.ts'
import { readScope } from './show-service.ts'

interface AlertDeps {
  db: Database
  clock: Clock
}

const words = commandTexts

/** The buttons under alerts. The person who presses sees the result, and every board shows it. */
export function capAlerts(deps: AlertDeps): BotPart {
  return { buttons: [{ prefix: CAP_BUTTONS, press: (call) => pressAlert(deps, call) }] }
}

async function pressAlert(deps: AlertDeps, { tx, now, member, chat, argument }: ButtonCall): Promise<ButtonAnswer> {
  const [name = '', capId = ''] = argument.split('.')
  const act = CAP_ACTS.find((one) => one === name)
  if (!act) return { toast: words.capGone }
  const scope = await readScope(tx, { id: chat.id, isPrivate: chat.type === 'private' })
  const done = await actOnCap(tx, deps, { actor: member, scope, capId, act, now })
  return { toast: done.ok ? sayDone(act, done.value) : sayRefused(done) }
}

function sayDone(act: CapAct, { what, cap, until = '' }: DoneAct): string {
  switch (act) {
    case 'add':
      return words.capRaised(what, cap)
    case 'pause':
      return words.paused(what, until)
    case 'copy':
      return words.capCopied(what)
    case 'mute':
      return words.capMuted(what)
  }
}

function sayRefused(refusal: ActRefusal): string {
  switch (refusal.reason) {
    case 'act.forbidden':
      return words.mayNotPlan
    case 'act.gone':
      return words.capGone
    case 'act.not-here':
      return words.capNotHere
    case 'act.too-large':
      return words.capTooLarge
    case 'act.unknown-advertiser':
      return capTexts.unknownAdvertiser(refusal.advertiserId)
    case 'act.over':
      return words.capOver(refusal.what)
    case 'act.paused-already':
      return words.capPausedAlready(refusal.what)
    case 'act.stands-already':
      return words.capStandsAlready(refusal.what)
    case 'act.muted-already':
      return words.capMutedAlready(refusal.what)
  }
}
