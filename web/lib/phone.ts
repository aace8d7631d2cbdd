/** As wide as a phone, where pages scroll as a whole: what styles write as the same `max-width`. */
export const PHONE = '(max-width: 47.99em)'
