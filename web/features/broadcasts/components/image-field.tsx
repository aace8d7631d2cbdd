import { Button, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { messageOf } from '#web/lib/api.ts'
import { readPictureFile, useAddPicture, type Draft } from '../api.ts'
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
  const [problem, setProblem] = useState<string | null>(null)
  const choose = async (file: File) => {
    setProblem(null)
    const read = await readPictureFile(file)
    if (typeof read === 'string') return setProblem(read)
    add.mutate(read, {
      onSuccess: (chosen) => onChange({ picture: chosen, photoUrl: '' }),
      onError: (error) => setProblem(messageOf(error)),
    })
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
          error={problem}
          onChange={(event) => {
            setProblem(null)
            onChange({ photoUrl: event.currentTarget.value })
          }}
        />
      )}
      <Button ref={button} variant="default" loading={add.isPending} onClick={() => field.current?.click()}>
        {picture ? 'Choose another' : 'Choose a file'}
      </Button>
      {picture && problem !== null && (
        <p className={classes.problem} role="alert">
          {problem}
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
          if (file) void choose(file)
          // The same file may be chosen again, once it is another one.
          event.currentTarget.value = ''
        }}
      />
    </div>
  )
}
