/** Every key that the web keeps in the browser's storage. `public/scheme.js` reads the colour scheme too. */
export const storageKeys = {
  token: 'capline.token',
  member: 'capline.member',
  /** Written at the end of each session, so that other tabs get a storage event. */
  signedOut: 'capline.signed-out',
  colorScheme: 'capline.color-scheme',
  singleKeys: 'capline.single-keys',
  /** Of sheets of caps, their names with spaces between. */
  hiddenColumns: 'capline.hidden-columns',
  /** How the board was looked at last. */
  boardView: 'capline.board-view',
  /** Whether the list of setup steps is shown. */
  setup: 'capline.setup',
  /** The step of the sandbox's tour; `done` once it was closed. */
  tour: 'capline.tour',
} as const

type StorageKey = (typeof storageKeys)[keyof typeof storageKeys]

// If storage is not available (a private window, a policy), a session lives as long as the tab.
const memory = new Map<StorageKey, string>()

export function readStored(key: StorageKey): string | null {
  try {
    return localStorage.getItem(key) ?? memory.get(key) ?? null
  } catch {
    return memory.get(key) ?? null
  }
}

export function store(key: StorageKey, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    memory.set(key, value)
  }
}

export function forget(key: StorageKey): void {
  memory.delete(key)
  try {
    localStorage.removeItem(key)
  } catch {
    // Nothing was stored.
  }
}
