import { Checkbox, NativeSelect } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import { useEffect, useId, useRef, type ReactNode } from 'react'
import { AUDIENCES, type Audience } from '#domain/sentences/broadcast.ts'
import { PARSE_MODES } from '#domain/markup/formatted.ts'
import { LongText } from '#web/ui/long-text.tsx'
import { Segments } from '#web/ui/segments.tsx'
import type { Draft } from '../api.ts'
import classes from './composer.module.css'
import { FormatTools } from './format-tools.tsx'
import { ImageField } from './image-field.tsx'
import { insertMarkup, insertText, type Selected } from './insert-markup.ts'
import type { PictureUpload } from './use-picture-upload.ts'

interface ComposerProps {
  draft: Draft
  /** What is wrong with the message, after an attempt to send it. */
  problem: string | null
  upload: PictureUpload
  onAudience: (audience: Audience) => void
  onChange: (change: Partial<Draft>) => void
  /** Actions for the whole message: templates. */
  children: ReactNode
}

const LABELS: Readonly<Record<Audience, string>> = { advertisers: 'Advertisers', publishers: 'Publishers' }
const MESSAGE_ID = 'broadcast-message'

/** The text of the message, and how it is sent. */
export function Composer({ draft, problem, upload, onAudience, onChange, children }: ComposerProps) {
  const modeId = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const selection = useRef<Selected | null>(null)
  const { audience, message, parseMode } = draft

  // The caret moves once the marks are in the field.
  useEffect(() => {
    const wanted = selection.current
    if (!wanted || wanted.text !== message) return
    selection.current = null
    field.current?.focus()
    field.current?.setSelectionRange(wanted.from, wanted.to)
  }, [message])

  const edit = (change: (selected: Selected) => Selected) => {
    const { selectionStart: from = message.length, selectionEnd: to = message.length } = field.current ?? {}
    const next = change({ text: message, from, to })
    selection.current = next
    onChange({ message: next.text })
  }

  return (
    <div className={classes.root}>
      <div className={classes.row}>
        <Segments
          aria-label="Audience"
          data={AUDIENCES.map((value) => ({ value, label: LABELS[value] }))}
          value={audience}
          onChange={onAudience}
        />
        <div className={classes.mode}>
          <label htmlFor={modeId}>Parse mode</label>
          <NativeSelect
            id={modeId}
            data={[...PARSE_MODES]}
            value={parseMode}
            onChange={(event) => {
              const next = PARSE_MODES.find((mode) => mode === event.currentTarget.value)
              if (next) onChange({ parseMode: next })
            }}
          />
        </div>
        {children}
      </div>
      <LongText
        ref={field}
        id={MESSAGE_ID}
        label="Message"
        rows={8}
        mostRows={20}
        value={message}
        error={problem}
        inputContainer={belowOf(
          <FormatTools
            audience={audience}
            controls={MESSAGE_ID}
            onStyle={(style) => edit((selected) => insertMarkup(selected, parseMode, style))}
            onPlaceholder={(name) => edit((selected) => insertText(selected, `{{${name}}}`))}
          />,
        )}
        onChange={(event) => onChange({ message: event.currentTarget.value })}
      />
      <ImageField draft={draft} upload={upload} onChange={onChange} />
      <div className={classes.options}>
        <Checkbox
          label="Without link previews"
          checked={draft.disableLinkPreview}
          onChange={(event) => onChange({ disableLinkPreview: event.currentTarget.checked })}
        />
        <Checkbox
          label="Send silently"
          checked={draft.disableNotification}
          onChange={(event) => onChange({ disableNotification: event.currentTarget.checked })}
        />
      </div>
    </div>
  )
}

function belowOf(tools: ReactNode): (input: ReactNode) => ReactNode {
  return (input) => (
    <>
      {tools}
      {input}
    </>
  )
}
