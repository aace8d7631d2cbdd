import { signOut } from '#web/features/auth/api.ts'
import { hasUnsaved } from '#web/lib/unsaved.ts'
import { showOverlay } from './keys/overlays.ts'

/** Signs out; whoever has typed what is not saved is asked first. */
export function askToSignOut(): void {
  if (hasUnsaved()) showOverlay('sign-out')
  else void signOut()
}
