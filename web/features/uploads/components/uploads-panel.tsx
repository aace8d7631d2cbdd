import { useState } from 'react'
import type { Zone } from '#domain/kernel/zone.ts'
import { toastSuccess } from '#web/ui/toasts.ts'
import type { UploadDraft } from '../api.ts'
import { ChooseFile } from './choose-file.tsx'
import { ChooseLink } from './choose-link.tsx'
import { LinkList } from './link-list.tsx'
import { MapFile } from './map-file.tsx'
import { UploadList } from './upload-list.tsx'
import classes from './uploads-panel.module.css'

/** Files of leads: uploads, checks and saves one; saved ones can be taken back. */
export function UploadsPanel({ zone }: { zone: Zone }) {
  const [draft, setDraft] = useState<UploadDraft | null>(null)
  const endDraft = (isSaved: boolean) => {
    setDraft(null)
    if (isSaved)
      toastSuccess(draft?.url ? 'The sheet is read with every sync from now on.' : 'The rows are being saved.')
  }
  return (
    <div className={classes.panel}>
      {draft ? (
        <MapFile key={draft._id} draft={draft} zone={zone} onEnd={endDraft} />
      ) : (
        <>
          <ChooseFile onArrived={setDraft} />
          <ChooseLink onArrived={setDraft} />
        </>
      )}
      <LinkList zone={zone} />
      <UploadList zone={zone} />
    </div>
  )
}
