import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Answered, Sent } from '#contract/call.ts'
import { uploadCalls, type Upload } from '#contract/uploads.ts'
import { callApi } from '#web/lib/api.ts'
import { useCallOnce } from '#web/lib/use-once.ts'

export type UploadDraft = Answered<typeof uploadCalls.add>
export type UploadChoice = Sent<typeof uploadCalls.save>['body']
export type UploadMapping = UploadChoice['mapping']
export type UploadPreview = Answered<typeof uploadCalls.preview>

export const isBusy = ({ state }: Upload) => state === 'saving' || state === 'takingBack'

/** The saved files; polled faster while one is being processed. */
export const uploadsQuery = queryOptions({
  queryKey: ['leads', 'uploads'],
  queryFn: () => callApi(uploadCalls.list, {}),
  refetchInterval: ({ state }) => (state.data?.some(isBusy) ? 1_000 : false),
  meta: { topics: ['leads'] },
})

/** Uploads a file; stores no lead. */
export function useAddUpload() {
  return useMutation({
    mutationFn: async (file: File) => {
      const body = new Uint8Array(await file.arrayBuffer())
      return callApi(uploadCalls.add, { query: { fileName: file.name.slice(-200) }, body })
    },
  })
}

export function usePreviewUpload(id: string) {
  return useMutation({ mutationFn: (body: UploadChoice) => callApi(uploadCalls.preview, { params: { id }, body }) })
}

export function useSaveUpload(id: string) {
  const onSettled = useUploadsChanged()
  const callOnce = useCallOnce()
  return useMutation({
    mutationFn: (body: UploadChoice) => callOnce(uploadCalls.save, { params: { id }, body }),
    onSettled,
  })
}

export function useTakeBack(id: string) {
  const onSettled = useUploadsChanged()
  const callOnce = useCallOnce()
  return useMutation({ mutationFn: () => callOnce(uploadCalls.takeBack, { params: { id } }), onSettled })
}

/** The published tables. */
export const linksQuery = queryOptions({
  queryKey: ['leads', 'uploads', 'links'],
  queryFn: () => callApi(uploadCalls.listLinks, {}),
  meta: { topics: ['leads'] },
})

/** Loads a published table once; stores no lead. */
export function useAddLink() {
  return useMutation({ mutationFn: (url: string) => callApi(uploadCalls.addLink, { body: { url: url.trim() } }) })
}

export function useFollowLink(id: string) {
  const onSettled = useUploadsChanged()
  const callOnce = useCallOnce()
  return useMutation({
    mutationFn: (body: UploadChoice) => callOnce(uploadCalls.follow, { params: { id }, body }),
    onSettled,
  })
}

export function useRemoveLink(name: string) {
  const onSettled = useUploadsChanged()
  return useMutation({ mutationFn: () => callApi(uploadCalls.removeLink, { params: { name } }), onSettled })
}

function useUploadsChanged() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: uploadsQuery.queryKey })
}
