import { useRef, useState } from 'react'
import { messageOf } from '#web/lib/api.ts'
import { readPictureFile, useAddPicture, type ChosenPicture } from '../api.ts'

export interface PictureUpload {
  /** Whether the draft still waits for its picture. */
  isPending: boolean
  /** Why the last file did not become the picture. */
  problem: string | null
  choose: (file: File) => Promise<void>
  /** Gives the picture up: one that is still on its way does not get into the draft. */
  drop: () => void
}

const IDLE = { isPending: false, problem: null }

/** Uploads the picture of a draft; `onAdded` is told of the last file that was chosen, unless it was dropped. */
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
