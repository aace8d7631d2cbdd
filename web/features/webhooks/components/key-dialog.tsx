import type { ReactNode } from 'react'
import { ShownSecret } from '#web/ui/shown-secret.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'

/** A key that is told this once. */
export interface TellKey {
  title: string
  secret: string
  /** What else is to be known of it. */
  details?: ReactNode
}

/** Shows the key by which an endpoint sees that a message is from here. */
export function KeyDialog({ title, secret, details, onClosed }: TellKey & { onClosed: () => void }) {
  const dialog = useDialog(onClosed)
  return (
    <ShownSecret title={title} label="Key of the endpoint" secret={secret} dialog={dialog}>
      The endpoint uses it to verify messages. {details}
    </ShownSecret>
  )
}
