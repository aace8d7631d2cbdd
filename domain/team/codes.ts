export const CODE_LENGTH = 6

/** Seconds that a sign-in code is good for. */
export const CODE_SECONDS = 300

/** 32 letters and digits without look-alikes (no I, O, 0, 1). */
export const CODE_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** A code as it is compared: upper case, without spaces. */
export function foldCode(text: string): string {
  return text.replace(/\s+/g, '').toUpperCase()
}
