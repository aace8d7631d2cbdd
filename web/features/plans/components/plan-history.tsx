import { describePlace } from '#domain/caps/cap.ts'
import type { Answered } from '#contract/call.ts'
import type { planCalls } from '#contract/plans.ts'
import type { Zone } from '#domain/kernel/zone.ts'
import type { Plan } from '#domain/plans/plan.ts'
import { HistoryDialog } from '#web/ui/history-dialog.tsx'
import { planHistoryQuery } from '../api.ts'
import { describeTerms } from './plan-values.ts'

/** Who changed a plan, and how. */
export function PlanHistory({ plan, zone, onClosed }: { plan: Plan; zone: Zone; onClosed: () => void }) {
  return (
    <HistoryDialog
      of={`the plan ${describePlace(plan)}`}
      query={planHistoryQuery(plan._id)}
      describe={describe}
      zone={zone}
      onClosed={onClosed}
    />
  )
}

type PlanChange = Answered<typeof planCalls.listHistory>[number]

function describe({ action, before, after }: PlanChange): string {
  const by = action.endsWith('by undo') ? ' (undo)' : ''
  if (!before || !after) {
    const [plan, verb] = after ? [after, 'Added'] : [before, 'Deleted']
    return `${verb}${by}: ${plan ? sayTerms(plan) : ''}`
  }
  const [old, now] = [termsOf(before), termsOf(after)]
  const changed = [...new Set([...now.keys(), ...old.keys()])].filter((label) => old.get(label) !== now.get(label))
  const parts = changed.map((label) => `${label} ${old.get(label) ?? 'none'} → ${now.get(label) ?? 'none'}`)
  return `Changed${by}: ${parts.join(', ')}`
}

/** `leads Mon to Fri 20, CPA $600, days from Mon 23 Nov 2026 on` */
function sayTerms(plan: Plan): string {
  return describeTerms(plan)
    .map(({ label, text }) => `${label} ${text}`)
    .join(', ')
}

function termsOf(plan: Plan): ReadonlyMap<string, string> {
  return new Map(describeTerms(plan).map(({ label, text }) => [label, text]))
}
