import { useMediaQuery } from '@mantine/hooks'

/** Whether the window is as narrow as a phone, where pages scroll as a whole. */
export function useIsPhone(): boolean {
  return useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
}
