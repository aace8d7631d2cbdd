import { useMantineColorScheme } from '@mantine/core'
import type { ReactNode } from 'react'
import { MoonIcon, SunIcon, SystemIcon } from '#web/ui/icons.tsx'
import { Segments } from '#web/ui/segments.tsx'
import classes from './theme-switch.module.css'

const CHOICES = [
  { value: 'auto', label: <Choice icon={<SystemIcon size={14} />} name="System" /> },
  { value: 'light', label: <Choice icon={<SunIcon size={14} />} name="Light" /> },
  { value: 'dark', label: <Choice icon={<MoonIcon size={14} />} name="Dark" /> },
] as const

export function ThemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return <Segments size="xs" aria-label="Colours" data={CHOICES} value={colorScheme} onChange={setColorScheme} />
}

function Choice({ icon, name }: { icon: ReactNode; name: string }) {
  return (
    <span className={classes.choice}>
      {icon}
      {name}
    </span>
  )
}
