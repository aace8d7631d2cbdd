import { Button, TextInput } from '@mantine/core'
import { useRef } from 'react'
import { messageOf } from '#web/lib/api.ts'
import { useAddPicture, type Draft } from '../api.ts'
import classes from './image-field.module.css'

interface ImageFieldProps {
  draft: Draft
  onChange: (change: Partial<Draft>) => void
}

/** The picture of a message: from the disk, or by its address. */
export function ImageField({ draft: { photoUrl, picture }, onChange }: ImageFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const add = useAddPicture()
  const choose = (file: File | undefined) => {
    if (file) add.mutate(file, { onSuccess: (chosen) => onChange({ picture: chosen, photoUrl: '' }) })
  }
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
          description="Optional. The message is its caption then, and may have 1,024 characters."
          placeholder="https://"
          type="url"
          spellCheck={false}
          value={photoUrl}
          error={add.error && messageOf(add.error)}
          onChange={(event) => {
            add.reset()
            onChange({ photoUrl: event.currentTarget.value })
          }}
        />
      )}
      <Button ref={button} variant="default" loading={add.isPending} onClick={() => field.current?.click()}>
        {picture ? 'Choose another' : 'Choose a file'}
      </Button>
      {picture && add.error && (
        <p className={classes.problem} role="alert">
          {messageOf(add.error)}
        </p>
      )}
      <input
        ref={field}
        type="file"
        accept="image/jpeg,image/png"
        aria-label="Image file"
        hidden
        onChange={(event) => {
          choose(event.currentTarget.files?.[0])
          // The same file may be chosen again, once it is another one.
          event.currentTarget.value = ''
        }}
      />
    </div>
  )
}
