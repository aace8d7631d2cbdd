import type { z } from 'zod/mini'
import {
  type FollowedLink,
  LARGEST_UPLOAD,
  UPLOAD_STATES,
  type Upload,
  type UploadPreview,
  type uploadCalls,
} from '#contract/uploads.ts'
import { writeSampleDeposit, writeSampleLead } from '#contract/feed-test.ts'
import { uploadTexts } from '#contract/texts/uploads.ts'
import { formatInstant, formatOptionalInstant } from '#domain/kernel/instant.ts'
import { problem, type Handlers } from '#platform/http/reply.ts'
import {
  addLink,
  followLink,
  listFollowed,
  unfollowLink,
  type FollowRefusal,
  type LinkDeps,
  type StoredLink,
} from './link-service.ts'
import { previewUpload, type Preview } from './preview-service.ts'
import {
  addUpload,
  readUploads,
  saveUpload,
  takeBackUpload,
  type AddRefusal,
  type Draft,
  type ShownUpload,
  type TakeBackRefusal,
} from './service.ts'

const words = uploadTexts

export function uploadRoutes(deps: LinkDeps): Handlers<typeof uploadCalls> {
  return {
    async add({ query, body }, { member }) {
      const file = { fileName: query.fileName, pieces: body, largest: LARGEST_UPLOAD }
      const added = await addUpload(deps, member, file)
      return added.ok ? { status: 201, body: presentDraft(added.value) } : refuseFile(added)
    },
    async addLink({ body }, { member }) {
      const added = await addLink(deps, member, { url: body.url, largest: LARGEST_UPLOAD })
      return added.ok ? { status: 201, body: presentDraft(added.value) } : refuseFile(added)
    },
    async follow({ params, body }, { member }) {
      const followed = await followLink(deps, member, params.id, body)
      return followed.ok ? { status: 200, body: presentLink(followed.value) } : refuseChoice(followed)
    },
    async listLinks() {
      return { status: 200, body: (await listFollowed(deps.db)).map(presentLink) }
    },
    async removeLink({ params }, { member }) {
      const isRemoved = await unfollowLink(deps, member, params.name)
      return isRemoved ? { status: 204, body: undefined } : problem(404, words.unknownLink)
    },
    async preview({ params, body }) {
      const preview = await previewUpload(deps, params.id, body)
      return preview.ok ? { status: 200, body: presentPreview(preview.value) } : refuseChoice(preview)
    },
    async save({ params, body }, { member }) {
      const saved = await saveUpload(deps, member, params.id, body)
      return saved.ok ? { status: 200, body: presentUpload(saved.value) } : refuseChoice(saved)
    },
    async list() {
      return { status: 200, body: (await readUploads(deps)).map(presentUpload) }
    },
    async takeBack({ params }, { member }) {
      const taken = await takeBackUpload(deps, member, params.id)
      return taken.ok ? { status: 200, body: presentUpload(taken.value) } : refuseTakeBack(taken)
    },
  }
}

function presentDraft({ id: _id, samples, ...draft }: Draft) {
  return { _id, ...draft, samples: samples.map((cells) => [...cells]) }
}

function presentLink({ name, url, addedBy, createdAt }: StoredLink): z.input<typeof FollowedLink> {
  return { name, host: new URL(url).host, addedBy, createdAt: formatInstant(createdAt) }
}

function refuseFile(refusal: AddRefusal) {
  switch (refusal.reason) {
    case 'upload.unreadable':
      return problem(400, refusal.message)
    case 'upload.empty':
      return problem(400, words.empty)
    case 'upload.cutOff':
      return problem(400, words.cutOff)
    case 'upload.tooLarge':
      return problem(413, words.tooLarge(LARGEST_UPLOAD / 1024 / 1024))
  }
}

function refuseChoice(refusal: FollowRefusal) {
  switch (refusal.reason) {
    case 'upload.unknown':
      return problem(404, words.unknown)
    case 'upload.saved':
      return problem(409, words.saved)
    case 'upload.isLink':
      return problem(409, words.isLink)
    case 'upload.noLink':
      return problem(409, words.noLink)
    case 'upload.taken':
      return problem(409, words.taken, { errors: [{ path: 'name', message: words.taken }] })
    case 'upload.mapping': {
      const { field, message } = refusal
      return problem(400, message, { errors: [{ path: `mapping.columns.${field}`, message }] })
    }
  }
}

function refuseTakeBack({ reason }: TakeBackRefusal) {
  switch (reason) {
    case 'upload.unknown':
      return problem(404, words.unknown)
    case 'upload.notSaved':
      return problem(409, words.notSaved)
    case 'upload.busy':
      return problem(409, words.busy)
    case 'upload.tooOld':
      return problem(409, words.tooOld)
  }
}

function presentUpload(upload: ShownUpload): z.input<typeof Upload> {
  return {
    _id: upload.id,
    fileName: upload.file_name,
    connector: upload.connector,
    uploadedBy: upload.uploaded_by,
    savedAt: formatInstant(upload.saved_at),
    endedAt: formatOptionalInstant(upload.ended_at),
    state: readState(upload.state),
    message: upload.message,
    rows: upload.row_count,
    progress: upload.progress,
    newLeads: upload.new_leads,
    changedLeads: upload.changed_leads,
    newDeposits: upload.new_deposits,
    changedDeposits: upload.changed_deposits,
    badRows: upload.bad_rows,
    testLeads: upload.test_leads,
    canTakeBack: upload.canTakeBack,
  }
}

function readState(text: string): Upload['state'] {
  return UPLOAD_STATES.find((state) => state === text) ?? 'failed'
}

function presentPreview({ bad, leads, deposits, ...counts }: Preview): z.input<typeof UploadPreview> {
  return {
    ...counts,
    bad: bad.map(({ position, reason }) => ({ row: position, reason })),
    leads: leads.map(writeSampleLead),
    deposits: deposits.map(writeSampleDeposit),
  }
}
