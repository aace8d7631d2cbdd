import { commandTexts } from '#contract/texts/commands.ts'
import { sayMeant } from '#contract/texts/partners.ts'
import { indexNames } from '#domain/partners/lookup.ts'
import type { PartnerKind } from '#domain/partners/partner.ts'
import type { Clock } from '#platform/clock.ts'
import type { BotPart, CommandCall, Reply } from '#platform/telegram/commands.ts'
import { linkGroupByKey, readPartners } from './service.ts'

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
  // The partner's people read this, so no other name is told: only the one that was written.
  const { hits } = indexNames(kind, await readPartners(tx, kind)).find(key)
  const meant = sayMeant(hits.length === 1 ? hits : [])
  return { text: kind === 'advertiser' ? words.linkUnknownAdvertiser(key, meant) : words.linkUnknownSource(key, meant) }
}
