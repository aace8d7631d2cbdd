import { useMediaQuery } from '@mantine/hooks'
import { PHONE } from '#web/lib/phone.ts'

/** Whether the window is as narrow as a phone, where pages scroll as a whole. */
export function useIsPhone(): boolean {
  return useMediaQuery(PHONE, false, { getInitialValueInEffect: false })
}
