import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Suggestion } from '#contract/suggestion-days.ts'
import type { Day } from '#domain/kernel/day.ts'
import { IdeaIcon } from '#web/ui/icons.tsx'
import { suggestionsQuery } from '../day-api.ts'
import classes from './suggestions-button.module.css'

interface SuggestionsButtonProps {
  today: Day
  isOpen: boolean
  onToggle: () => void
}

/** The number of open suggestions; opens them beside the board. */
export function SuggestionsButton({ today, isOpen, onToggle }: SuggestionsButtonProps) {
  const { data } = useQuery(suggestionsQuery(today))
  const open = data?.suggestions.filter(isStanding).length ?? 0
  return (
    <Button variant="default" title="Suggestions" aria-expanded={isOpen} onClick={onToggle}>
      <IdeaIcon />
      <span className="visually-hidden">Suggestions</span>
      {open > 0 && (
        <span className={classes.count}>
          {open}
          <span className="visually-hidden"> open</span>
        </span>
      )}
    </Button>
  )
}

/** Open and still to be done; false if its cap has changed since. */
export function isStanding({ state, fits }: Suggestion): boolean {
  return state === 'open' && fits
}
