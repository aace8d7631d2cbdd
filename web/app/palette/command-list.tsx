import { useEffect, useRef } from 'react'
import { KeyCaps } from '../keys/key-caps.tsx'
import { GROUPS, type Command } from './commands.ts'
import classes from './palette.module.css'

interface CommandListProps {
  id: string
  commands: readonly Command[]
  active: number
  optionId: (index: number) => string
  onPoint: (index: number) => void
  onChoose: (command: Command) => void
}

export function CommandList({ id, commands, active, optionId, onPoint, onChoose }: CommandListProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  })

  if (commands.length === 0) {
    return (
      <div ref={list} id={id} role="listbox" aria-label="Commands" className={classes.list}>
        <div className={classes.none} role="option" tabIndex={-1} aria-selected="false" aria-disabled="true">
          Nothing found. Try another word, or a day such as 24 nov.
        </div>
      </div>
    )
  }
  return (
    <div ref={list} id={id} role="listbox" aria-label="Commands" className={classes.list}>
      {GROUPS.filter((group) => commands.some((command) => command.group === group)).map((group) => (
        <div key={group} role="group" aria-label={group}>
          <p className={classes.group} aria-hidden="true">
            {group}
          </p>
          {commands.map((command, index) =>
            command.group === group ? (
              <button
                key={command.name}
                id={optionId(index)}
                type="button"
                role="option"
                tabIndex={-1}
                aria-selected={index === active}
                className={classes.option}
                // The focus stays in the field.
                onMouseDown={(event) => event.preventDefault()}
                onMouseMove={() => onPoint(index)}
                onClick={() => onChoose(command)}
              >
                {command.name}
                {command.keys && (
                  <span aria-hidden="true">
                    <KeyCaps keys={command.keys} joined="then" />
                  </span>
                )}
              </button>
            ) : null,
          )}
        </div>
      ))}
    </div>
  )
}
