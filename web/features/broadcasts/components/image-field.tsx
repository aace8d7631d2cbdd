import { Button, TextInput } from '@mantine/core'
import { useRef } from 'react'
import type { Draft } from '../api.ts'
import classes from './image-field.module.css'
import type { PictureUpload } from './use-picture-upload.ts'

interface ImageFieldProps {
  draft: Draft
  upload: PictureUpload
  onChange: (change: Partial<Draft>) => void
}

/** The image of a message: a file, or an address. */
export function ImageField({ draft: { photoUrl, picture }, upload, onChange }: ImageFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <div className={classes.root}>
      {picture ? (
        <div className={classes.chosen}>
          <img className={classes.small} src={picture.shown} alt="" />
          <span className={classes.name}>{picture.name}</span>
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              onChange({ picture: null })
              requestAnimationFrame(() => button.current?.focus())
            }}
          >
            Remove image
          </Button>
        </div>
      ) : (
        <TextInput
          className={classes.address}
          label="Image URL"
          description="Optional. With an image, the message is its caption, with at most 1,024 characters."
          placeholder="https://"
          type="url"
          spellCheck={false}
          value={photoUrl}
          error={upload.problem}
          onChange={(event) => onChange({ photoUrl: event.currentTarget.value })}
        />
      )}
      <Button ref={button} variant="default" loading={upload.isPending} onClick={() => field.current?.click()}>
        {picture ? 'Choose another' : 'Choose a file'}
      </Button>
      {picture && upload.problem !== null && (
        <p className={classes.problem} role="alert">
          {upload.problem}
        </p>
      )}
      <input
        ref={field}
        type="file"
        accept="image/jpeg,image/png"
        aria-label="Image file"
        hidden
        onChange={(event) => {
          const file = event.currentTarget.files?.[0]
          if (file) void upload.choose(file)
          // Cleared, so that the same file can be chosen again after it has changed.
          event.currentTarget.value = ''
        }}
      />
    </div>
  )
}
