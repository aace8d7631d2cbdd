import { authTexts } from './texts/auth.ts'
import { capTexts } from './texts/caps.ts'
import { httpTexts } from './texts/http.ts'
import { syncTexts } from './texts/sync.ts'

/**
 * Every text that people read and that more than one place needs: validation sentences, refusals, toasts. Screens keep
 * their own labels and headings.
 */
export const texts = {
  auth: authTexts,
  caps: capTexts,
  http: httpTexts,
  sync: syncTexts,
} as const
