import { commandTexts } from '#contract/texts/commands.ts'
import type { PartnerKind } from '#domain/partners/partner.ts'
import type { Clock } from '#platform/clock.ts'
import type { BotPart, CommandCall, Reply } from '#platform/telegram/commands.ts'
import { linkGroupByKey } from './service.ts'

const words = commandTexts
const WRITTEN = /^(advertiser|broker|source|publisher|affiliate)\s+#?(.+)$/i

/** `/link advertiser ID` and `/link source N`, for admins in any group that the bot is in. */
export function linkCommands(deps: { clock: Clock }): BotPart {
  return {
    commands: [
      {
        command: 'link',
        description: 'Link this group to a partner: /link advertiser ID, /link source N',
        access: 'admin',
        adminsAnywhere: true,
        run: (call) => link(deps, call),
      },
    ],
  }
}

async function link(deps: { clock: Clock }, { tx, member, chat, argument }: CommandCall): Promise<Reply> {
  if (chat.type === 'private') return { text: words.linkPrivate }
  const [, noun = '', key = ''] = WRITTEN.exec(argument.trim()) ?? []
  if (key === '') return { text: words.linkUsage }
  const kind: PartnerKind = /^(?:advertiser|broker)$/i.test(noun) ? 'advertiser' : 'publisher'
  const linked = await linkGroupByKey(tx, deps, member, kind, { key: key.trim(), groupId: chat.id })
  if (linked)
    return { text: kind === 'advertiser' ? words.linkedAdvertiser(linked.name) : words.linkedSource(linked.name) }
  return { text: kind === 'advertiser' ? words.linkUnknownAdvertiser(key) : words.linkUnknownSource(key) }
}
