import { useId, useState } from 'react'
import { Loader } from '@mantine/core'
import { uploadTexts } from '#contract/texts/uploads.ts'
import { LARGEST_UPLOAD } from '#contract/uploads.ts'
import { messageOf } from '#web/lib/api.ts'
import { ProblemBox } from '#web/ui/problem-box.tsx'
import { useAddUpload, type UploadDraft } from '../api.ts'
import classes from './uploads-panel.module.css'

/** Chooses or drops a file, and uploads it. */
export function ChooseFile({ onArrived }: { onArrived: (draft: UploadDraft) => void }) {
  const id = useId()
  const { mutate, isPending, error, reset } = useAddUpload()
  const [isTooLarge, setIsTooLarge] = useState(false)
  const send = (file: File | undefined) => {
    if (!file || isPending) return
    reset()
    setIsTooLarge(file.size > LARGEST_UPLOAD)
    if (file.size <= LARGEST_UPLOAD) mutate(file, { onSuccess: onArrived })
  }
  const problem = isTooLarge ? uploadTexts.tooLarge(LARGEST_UPLOAD / 1024 / 1024) : error && messageOf(error)
  return (
    <div className={classes.part}>
      <div className={classes.drop}>
        <label htmlFor={id} className={classes.asked}>
          {isPending ? 'Reading the file…' : 'Choose a file, or drop it here'}
        </label>
        <span className={classes.dim}>
          CSV or XLSX, with headings in the first row. Nothing is stored before you save.
        </span>
        {isPending && <Loader size="sm" />}
        <input
          id={id}
          className={classes.file}
          type="file"
          accept=".csv,.tsv,.txt,.xlsx"
          disabled={isPending}
          onChange={({ currentTarget }) => {
            send(currentTarget.files?.[0])
            // Cleared, so that the same file can be chosen again after it was fixed.
            currentTarget.value = ''
          }}
        />
      </div>
      {problem && <ProblemBox message={problem} />}
    </div>
  )
}
