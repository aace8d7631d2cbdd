/**
 * Milliseconds that a test waits for what it must see next, before it fails. Much, because a computer that is shared with
 * others takes several times as long; a test that passes never waits so long.
 */
export const PATIENCE = 60_000
