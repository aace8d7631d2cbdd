import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Zone } from '#domain/kernel/zone.ts'
import { passFocus } from '#web/ui/focus.ts'
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
  const panel = useRef<HTMLDivElement>(null)
  /** What had the focus goes. */
  const show = (next: UploadDraft | null) => {
    flushSync(() => setDraft(next))
    passFocus(panel.current?.querySelector('input'))
  }
  const endDraft = (isSaved: boolean) => {
    show(null)
    if (isSaved)
      toastSuccess(draft?.url ? 'The sheet is read with every sync from now on.' : 'The rows are being saved.')
  }
  return (
    <div ref={panel} className={classes.panel}>
      {draft ? (
        <MapFile key={draft._id} draft={draft} zone={zone} onEnd={endDraft} />
      ) : (
        <>
          <ChooseFile onArrived={show} />
          <ChooseLink onArrived={show} />
        </>
      )}
      <LinkList zone={zone} />
      <UploadList zone={zone} />
    </div>
  )
}
