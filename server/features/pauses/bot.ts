import { describePlace } from '#domain/caps/cap.ts'
import { sayMeant } from '#contract/texts/partners.ts'
import { sayPauseRefusal } from '#contract/texts/pauses.ts'
import { commandTexts } from '#contract/texts/commands.ts'
import { PAUSE_ACTS, PAUSE_BUTTONS, sayUntil, undoPausesButton } from '#domain/sentences/pauses.ts'
import { signatureOf } from '#domain/team/member.ts'
import type { Clock } from '#platform/clock.ts'
import type { BotPart, ButtonAnswer, ButtonCall, CommandCall, Reply } from '#platform/telegram/commands.ts'
import {
  pressPause,
  readPauseCommand,
  readScopeCommand,
  type PressRefusal,
  type ReadRefusal,
} from './command-service.ts'
import { pauseScopesIn, resumeScopeIn, undoPausesIn, type PauseEditRefusal } from './edit-service.ts'
import { readEndOfStop } from './service.ts'

interface PauseBotDeps {
  clock: Clock
}

const words = commandTexts

/** Traffic that is stopped from a chat, and flows again. */
export function pauseBot(deps: PauseBotDeps): BotPart {
  return {
    commands: [
      {
        command: 'pause',
        description: 'Pause traffic: /pause DE B-7 until 14:00 quality',
        access: 'member',
        run: (call) => begin(deps, call),
      },
      {
        command: 'resume',
        description: 'Resume traffic: /resume DE B-7',
        access: 'member',
        run: (call) => end(deps, call),
      },
    ],
    buttons: [{ prefix: PAUSE_BUTTONS, press: (call) => press(deps, call) }],
  }
}

async function begin(deps: PauseBotDeps, call: CommandCall): Promise<Reply> {
  const { tx, now, member, chat, argument, messageId, passedOnAt, writtenAt } = call
  // One that is read late means the end that its writer meant.
  const read = await readPauseCommand(
    tx,
    { id: chat.id, isPrivate: chat.type === 'private' },
    argument,
    passedOnAt ?? writtenAt,
  )
  if (!read.ok) return { text: explain(read), replyTo: messageId }
  const { scope, until, reason, note } = read.value.command
  const wish = { scopes: [scope], from: null, until, reason, note }
  const done = await pauseScopesIn(tx, deps, member, wish, 'bot')
  if (!done.ok) return { text: explain(done), replyTo: messageId }
  const flows = await readEndOfStop(tx, scope, deps.clock.now())
  const text = words.paused(describePlace(scope), sayUntil(flows, now, read.value.zone))
  return { text, replyTo: messageId, ...undoPausesButton(done.value.batchId) }
}

async function end(deps: PauseBotDeps, { tx, now, member, chat, argument, messageId }: CommandCall): Promise<Reply> {
  const read = await readScopeCommand(tx, { id: chat.id, isPrivate: chat.type === 'private' }, argument, now)
  if (!read.ok) return { text: explain(read), replyTo: messageId }
  const { scope, zone } = read.value
  const done = await resumeScopeIn(tx, deps, member, scope)
  if (!done.ok) return { text: explain(done), replyTo: messageId }
  const { pauses, left, batchId } = done.value
  const lines = [
    pauses.length === 0
      ? words.nothingPaused(describePlace(scope))
      : words.resumed(describePlace(scope), pauses.length),
    ...left.map((pause) => words.pausedStill(describePlace(pause), sayUntil(pause.until, now, zone))),
  ]
  return { text: lines.join('\n'), replyTo: messageId, ...undoPausesButton(batchId) }
}

async function press(deps: PauseBotDeps, call: ButtonCall): Promise<ButtonAnswer> {
  const { tx, now, member, chat, argument } = call
  const [name = '', id = ''] = argument.split('.')
  if (name === 'undo') return undo(deps, call, id)
  const act = PAUSE_ACTS.find((one) => one === name)
  if (!act) return { toast: words.buttonsGone }
  const here = { id: chat.id, isPrivate: chat.type === 'private' }
  const done = await pressPause(tx, deps, { actor: member, chat: here, id, act })
  if (!done.ok) return { toast: explain(done) }
  const { pause, zone } = done.value
  const what = describePlace(pause)
  if (act === 'resume') return { toast: words.resumed(what, 1) }
  return { toast: words.paused(what, sayUntil(await readEndOfStop(tx, pause, deps.clock.now()), now, zone)) }
}

async function undo(deps: PauseBotDeps, { tx, member, messageId }: ButtonCall, batchId: string): Promise<ButtonAnswer> {
  const undone = await undoPausesIn(tx, deps, member, batchId)
  if (!undone.ok) return { toast: undone.reason === 'pause.forbidden' ? words.mayNotPlan : words.undoLate }
  if (undone.value.pauses.length === 0) return { toast: words.pauseOver }
  return {
    toast: words.undone,
    keyboard: null,
    reply: { text: words.pausesUndone(signatureOf(member)), replyTo: messageId },
  }
}

function explain(refusal: ReadRefusal | PauseEditRefusal | PressRefusal): string {
  switch (refusal.reason) {
    case 'command.nothing':
      return words.howToPause
    case 'command.unknown':
      return words.unknownToPause(refusal.word, sayMeant(refusal.meant))
    case 'command.both':
      return words.eitherToPause(refusal.word)
    case 'command.several':
      return words.severalToPause(refusal.word, refusal.ids)
    case 'command.twice':
      return words.twiceToPause(refusal.word)
    case 'command.until':
      return words.untilWhen(refusal.word)
    case 'command.whose':
      return words.whoseToPause
    case 'command.not-here':
      return words.notHereToPause
    case 'pause.over':
      return words.pauseOver
    case 'pause.forbidden':
      return words.mayNotPlan
    default:
      return sayPauseRefusal(refusal)
  }
}
