import type { TemplateContent } from '#contract/broadcasts.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import { HistoryDialog } from '#web/ui/history-dialog.tsx'
import { templateHistoryQuery } from '../api.ts'

interface Change {
  before: TemplateContent | null
  after: TemplateContent | null
}

/** Who saved, replaced and removed templates, with the earlier message. */
export function TemplateHistory({ zone, onClosed }: { zone: Zone; onClosed: () => void }) {
  return (
    <HistoryDialog
      of="the templates"
      query={templateHistoryQuery}
      describe={describe}
      findReplaced={findReplaced}
      zone={zone}
      onClosed={onClosed}
    />
  )
}

function describe({ before, after }: Change): string {
  if (!before) return `${after?.name ?? ''} was added`
  if (!after) return `${before.name} was removed`
  return `${after.name}: ${differences(before, after).join(', ') || 'kept again as it was'}`
}

function differences(before: TemplateContent, after: TemplateContent): string[] {
  return [
    ...(before.name === after.name ? [] : [`called ${before.name} before`]),
    ...(before.message === after.message ? [] : ['another message']),
    ...(before.audience === after.audience ? [] : [`audience ${before.audience} → ${after.audience}`]),
    ...(before.parseMode === after.parseMode ? [] : [`parse mode ${before.parseMode} → ${after.parseMode}`]),
    ...(before.photoUrl === after.photoUrl ? [] : [`image ${before.photoUrl ?? 'none'} → ${after.photoUrl ?? 'none'}`]),
  ]
}

/** The earlier message, which is kept nowhere else. */
function findReplaced({ before, after }: Change): string | null {
  return before && before.message !== after?.message ? before.message : null
}
