import type { ComponentProps, ReactNode } from 'react'
import { DiscardQuestion } from './discard-question.tsx'
import type { useDiscard } from './use-discard.ts'

interface DialogFootProps {
  discard: ReturnType<typeof useDiscard>
  what?: ComponentProps<typeof DiscardQuestion>['what']
  className: string | undefined
  /** Its buttons. */
  children: ReactNode
}

/** The end of a dialog in which something is typed: its buttons, or the question before that is lost. */
export function DialogFoot({ discard, what, className, children }: DialogFootProps) {
  if (discard.asking) {
    return <DiscardQuestion what={what} className={className} onKeep={discard.keep} onDiscard={discard.discard} />
  }
  return <div className={className}>{children}</div>
}
