import type { CapKind } from '#domain/kernel/cap-kind.ts'
import { html, joinLines, type Markup } from '#domain/markup/html.ts'
import { titleOf } from './cap-lines.ts'

export type PlanNoticeKind = 'ended' | 'idle' | 'gone'

const SAID: Readonly<Record<PlanNoticeKind, string>> = {
  ended: 'has ended.',
  idle: 'makes no cap in the next 14 days.',
  gone: 'makes no caps: its advertiser is no longer registered.',
}

/** A message about plans that need attention. `plan` is the name of each. */
export function formatPlanNotices(kind: CapKind, notices: readonly { kind: PlanNoticeKind; plan: string }[]): Markup {
  return joinLines([
    html`<b>${titleOf(kind)} · plans</b>`,
    ...notices.map((notice) => html`${notice.plan} ${SAID[notice.kind]}`),
  ])
}
