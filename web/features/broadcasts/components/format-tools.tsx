import { Button } from '@mantine/core'
import { PLACEHOLDERS, type Audience } from '#domain/sentences/broadcast.ts'
import classes from './format-tools.module.css'
import { STYLES, type Style } from './insert-markup.ts'

interface FormatToolsProps {
  audience: Audience
  controls: string
  onStyle: (style: Style) => void
  onPlaceholder: (name: string) => void
}

const LABELS: Readonly<Record<Style, string>> = { bold: 'Bold', italic: 'Italic', link: 'Link', code: 'Code' }

/** Formats the selected text, and inserts placeholders. */
export function FormatTools({ audience, controls, onStyle, onPlaceholder }: FormatToolsProps) {
  return (
    <div className={classes.root} role="toolbar" aria-label="Formatting" aria-controls={controls}>
      {STYLES.map((style) => (
        <Button
          key={style}
          size="xs"
          variant="default"
          data-style={style}
          className={classes.style}
          onClick={() => onStyle(style)}
        >
          {LABELS[style]}
        </Button>
      ))}
      <span className={classes.insert}>Insert:</span>
      {PLACEHOLDERS[audience].map((name) => (
        <Button key={name} size="xs" variant="subtle" className={classes.name} onClick={() => onPlaceholder(name)}>
          {`{{${name}}}`}
        </Button>
      ))}
    </div>
  )
}
