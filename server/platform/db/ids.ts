import { v7 } from 'uuid'

/** A new id: UUIDv7, so that rows of one time lie together in their index. */
export function newId(): string {
  return v7()
}
