import { useDeferredValue, useMemo, useState } from 'react'
import type { Advertiser } from '#contract/partner-lists.ts'
import type { Cap, CapKind } from '#domain/caps/cap.ts'
import { planCopy, suggestSourceDays } from '#domain/caps/copy.ts'
import { addDays, type Day } from '#domain/kernel/day.ts'
import { countOf } from '#domain/sentences/written.ts'
import { KIND_WORDS } from '#web/features/caps/components/cap-kinds.ts'
import { useDayRoom } from '#web/features/caps/components/use-day-room.ts'
import { formatDay } from '#web/lib/format.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { standAfter, toCopyCommit } from '../cap-lines.ts'
import { CapSheet } from '../cap-sheet.tsx'
import { useRecentLeads } from '../recent-leads.tsx'
import { DELIVERED_COLUMNS, LINE_COLUMNS } from '../sheet-columns.ts'
import { useCapLines } from '../use-cap-lines.ts'
import { useSeenCaps } from '../use-seen-caps.ts'
import { CopyDays, type PickedEnd } from './copy-days.tsx'
import { CopySummary, WhyNothing } from './copy-summary.tsx'

interface CopyDialogProps {
  kind: CapKind
  today: Day
  /** The day to plan; another one can be chosen. */
  target: Day
  /** Undefined while they are not known. */
  advertisers: readonly Advertiser[] | undefined
  /** Told the day that caps were copied into. */
  onCopied: (day: Day) => void
  onClosed: () => void
}

const NONE: readonly Cap[] = []
const COLUMNS = ['state', ...DELIVERED_COLUMNS, ...LINE_COLUMNS] as const

/** Plans a day from another one: what is new, the same and in conflict, to choose from and change before it is saved. */
export function CopyDialog({ kind, today, target: targetAtFirst, advertisers, onCopied, onClosed }: CopyDialogProps) {
  const { noun } = KIND_WORDS[kind]
  const dialog = useDialog(onClosed)
  const [target, setTarget] = useState(targetAtFirst)
  const [source, setSource] = useState(suggestSourceDays(targetAtFirst, today)[0] ?? addDays(targetAtFirst, -1))
  const [picking, setPicking] = useState<PickedEnd | null>(null)
  const seen = useSeenCaps(kind, [source, target])
  const [caps = NONE, standing = NONE] = seen.byDay
  const plan = useMemo(
    () => planCopy(source === target ? NONE : caps, standing, target),
    [source, target, caps, standing],
  )
  const work = useCapLines({ kind, plan, advertisers })
  // The cell that is typed into comes first, what its geo comes to a moment later.
  const settled = useDeferredValue(work.chosenLines)
  const after = useMemo(() => standAfter(standing, settled), [standing, settled])
  const rooms = useDayRoom(kind, target, after).byGeo
  const recent = useRecentLeads(kind, target)

  const chooseTarget = (day: Day) => {
    setTarget(day)
    work.forgetChoices()
  }

  const chooseSource = (day: Day) => {
    setSource(day)
    work.forgetSteps()
  }

  return (
    <CapSheet
      kind={kind}
      title={`Copy ${noun}s from…`}
      label="Caps to copy"
      verb="Copy"
      dialog={dialog}
      seen={seen}
      caps={caps}
      work={work}
      isChosenFirst
      columns={COLUMNS}
      recent={recent}
      rooms={rooms}
      action={(count) => (count === 0 ? 'Copy' : `Copy ${countOf(count, noun)}`)}
      summary={<CopySummary kind={kind} lines={work.lines} chosen={work.chosenLines} target={target} />}
      nothing={<WhyNothing kind={kind} source={source} target={target} today={today} />}
      toCommit={(lines) => toCopyCommit(lines, target)}
      said={(count) => `${countOf(count, noun)} copied to ${formatDay(target)}`}
      onSaved={() => onCopied(target)}
      onEscape={() => {
        setPicking(null)
        return picking !== null
      }}
      isCovered={picking !== null}
    >
      <CopyDays
        kind={kind}
        today={today}
        source={source}
        target={target}
        picking={picking}
        onPicking={setPicking}
        onSource={chooseSource}
        onTarget={chooseTarget}
      />
    </CapSheet>
  )
}
