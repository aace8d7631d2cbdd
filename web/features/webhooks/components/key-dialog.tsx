import type { ReactNode } from 'react'
import { ShownSecret } from '#web/ui/shown-secret.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'

/** A key that is shown only once. */
export interface TellKey {
  title: string
  secret: string
  /** A note about it. */
  details?: ReactNode
}

/** Shows the key that an endpoint checks our messages with. */
export function KeyDialog({ title, secret, details, onClosed }: TellKey & { onClosed: () => void }) {
  const dialog = useDialog(onClosed)
  return (
    <ShownSecret title={title} label="Key of the endpoint" secret={secret} dialog={dialog}>
      The endpoint uses it to verify messages. {details}
    </ShownSecret>
  )
}
