import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { messageOf } from '#web/lib/api.ts'
import { Form } from '#web/ui/form.tsx'
import { useAddLink, type UploadDraft } from '../api.ts'
import classes from './uploads-panel.module.css'

/** Adds the link of a published table, which every sync reads. */
export function ChooseLink({ onArrived }: { onArrived: (draft: UploadDraft) => void }) {
  const [url, setUrl] = useState('')
  const { mutate, isPending, error, reset } = useAddLink()
  const submit = () => mutate(url, { onSuccess: onArrived })
  return (
    <Form className={classes.link} onSubmit={submit} aria-label="Published sheet">
      <TextInput
        label="Or the link of a published sheet"
        description="In Google Sheets: File, Share, Publish to web, as CSV. It is read with every sync."
        placeholder="https://docs.google.com/spreadsheets/d/e/…/pub?output=csv"
        value={url}
        error={error ? messageOf(error) : null}
        onChange={({ currentTarget: { value } }) => {
          reset()
          setUrl(value)
        }}
      />
      <Button type="submit" variant="default" loading={isPending} disabled={url.trim() === ''}>
        Read it
      </Button>
    </Form>
  )
}
