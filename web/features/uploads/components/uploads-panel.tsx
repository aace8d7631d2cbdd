import { useState } from 'react'
import type { Zone } from '#domain/kernel/zone.ts'
import { toastSuccess } from '#web/ui/toasts.ts'
import type { UploadDraft } from '../api.ts'
import { ChooseFile } from './choose-file.tsx'
import { MapFile } from './map-file.tsx'
import { UploadList } from './upload-list.tsx'
import classes from './uploads-panel.module.css'

/** Files of leads: one is brought, looked at and saved; those that were may be taken back. */
export function UploadsPanel({ zone }: { zone: Zone }) {
  const [draft, setDraft] = useState<UploadDraft | null>(null)
  const endDraft = (isSaved: boolean) => {
    setDraft(null)
    if (isSaved) toastSuccess('The rows are being saved.')
  }
  return (
    <div className={classes.panel}>
      {draft ? (
        <MapFile key={draft._id} draft={draft} zone={zone} onEnd={endDraft} />
      ) : (
        <ChooseFile onArrived={setDraft} />
      )}
      <UploadList zone={zone} />
    </div>
  )
}
