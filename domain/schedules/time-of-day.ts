/** Minutes since 00:00 of a checked `HH:MM`. */
export function parseTimeOfDay(text: string): number {
  const [hours = '', minutes = ''] = text.split(':')
  return Number(hours) * 60 + Number(minutes)
}
