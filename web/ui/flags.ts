import flagFont from 'country-flag-emoji-polyfill/dist/TwemojiCountryFlags.woff2?url'
import { polyfillCountryFlagEmojis } from 'country-flag-emoji-polyfill'

/** Windows draws no flags: where the system has none, a font of flags is loaded from our own server. */
export function shipFlags(): void {
  polyfillCountryFlagEmojis('Twemoji Country Flags', flagFont)
}
