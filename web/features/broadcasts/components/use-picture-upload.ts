import { useRef, useState } from 'react'
import { messageOf } from '#web/lib/api.ts'
import { readPictureFile, useAddPicture, type ChosenPicture } from '../api.ts'

export interface PictureUpload {
  /** True while the draft waits for its image. */
  isPending: boolean
  /** Why the last file could not be used. */
  problem: string | null
  choose: (file: File) => Promise<void>
  /** Cancels the upload: a late image does not get into the draft. */
  drop: () => void
}

const IDLE = { isPending: false, problem: null }

/** Uploads the image of a draft; `onAdded` gets only the last chosen file, and nothing after `drop`. */
export function usePictureUpload(onAdded: (picture: ChosenPicture) => void): PictureUpload {
  const add = useAddPicture()
  const [state, setState] = useState<Pick<PictureUpload, 'isPending' | 'problem'>>(IDLE)
  const awaited = useRef<File | null>(null)

  const upload = async (file: File): Promise<ChosenPicture | string> => {
    const read = await readPictureFile(file)
    return typeof read === 'string' ? read : add.mutateAsync(read)
  }
  const choose = async (file: File) => {
    awaited.current = file
    setState({ isPending: true, problem: null })
    const added = await upload(file).catch(messageOf)
    if (awaited.current !== file) return
    awaited.current = null
    setState({ isPending: false, problem: typeof added === 'string' ? added : null })
    if (typeof added !== 'string') onAdded(added)
  }
  const drop = () => {
    awaited.current = null
    setState(IDLE)
  }
  return { ...state, choose, drop }
}
