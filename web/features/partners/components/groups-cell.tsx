import type { Partner } from '#domain/partners/partner.ts'
import { usePartnerChange } from '../api.ts'
import { LinkGroup } from './link-group.tsx'
import { KIND_WORDS } from './partner-kinds.ts'
import { TagsCell, useAddition } from './tags-cell.tsx'

interface GroupsCellProps {
  partner: Partner
  titles: ReadonlyMap<string, string>
}

/** The groups of a partner, by title if the bot knows it, to link and unlink. */
export function GroupsCell({ partner, titles }: GroupsCellProps) {
  const unlink = usePartnerChange(partner.kind, (door, groupId: string) => door.unlinkGroup(partner._id, groupId))
  const addition = useAddition()
  return (
    <TagsCell
      values={partner.groupIds}
      nameOf={(groupId) => titles.get(groupId) ?? groupId}
      removal={{
        labelOf: (name) => `Unlink ${name} from ${partner.name}`,
        isBusy: (groupId) => unlink.isPending && unlink.variables === groupId,
        run: (groupId) => unlink.mutateAsync(groupId),
      }}
      removed={KIND_WORDS[partner.kind].texts.unlinked}
      addition={addition}
      text="Link group"
      label={`Link a group to ${partner.name}`}
    >
      <LinkGroup partner={partner} titles={titles} onClose={addition.close} />
    </TagsCell>
  )
}
