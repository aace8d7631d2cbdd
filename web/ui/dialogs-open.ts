import { useEffect, useId, useSyncExternalStore } from 'react'

// The dialogs that are open, the one on top last.
let open: readonly string[] = []
const listeners = new Set<() => void>()

/** Whether the dialog that calls this lies above all others: the keys of dialogs are its alone. */
export function useIsDialogOnTop(): boolean {
  const id = useId()
  useEffect(() => {
    change([...open, id])
    return () => change(open.filter((other) => other !== id))
  }, [id])
  return useSyncExternalStore(listen, () => open.at(-1) === id)
}

function change(dialogs: readonly string[]): void {
  open = dialogs
  for (const listener of listeners) listener()
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
