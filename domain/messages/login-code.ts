/** The message that brings a sign-in code, for Telegram's HTML mode. The code stands as one word that a tap copies. */
export function formatLoginCode(code: string, minutes: number): string {
  return [
    `Your Capline sign-in code: <code>${code}</code>`,
    `It works once, within ${minutes} minutes. Nobody from the team will ever ask you for it.`,
  ].join('\n')
}
