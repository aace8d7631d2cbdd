import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { SectionName } from './sections.ts'

/** A small button that goes to a section of the Control Center. */
export function SectionButton({ to, children }: { to: SectionName; children: string }) {
  return (
    <Button
      size="compact-sm"
      variant="light"
      renderRoot={(props) => <Link {...props} to="/admin" search={{ section: to }} />}
    >
      {children}
    </Button>
  )
}
