import type { Received } from '#contract/call.ts'
import type { connectorCalls, PreviewWire, ShownConnector } from '#contract/connectors.ts'
import { connectorTexts } from '#contract/texts/connectors.ts'
import { sayWorks } from '#contract/texts/feeds.ts'
import { formatOptionalInstant } from '#domain/kernel/instant.ts'
import type { Result } from '#domain/kernel/result.ts'
import { CONNECTOR_SECRETS } from '#domain/leads/connector.ts'
import { presentChanges } from '#platform/http/history.ts'
import { answer, problem, type Handlers, type Refusal } from '#platform/http/reply.ts'
import {
  pauseConnector,
  previewConnector,
  readConnectorHistory,
  type KeptConnector,
  removeConnector,
  saveConnector,
  type StoredConnector,
  type ConnectorEditDeps,
  type ConnectorRefusal,
  type ConnectorWish,
} from './edit-service.ts'
import { listOfferedPresets, readAllConnectors } from './service.ts'
import type { DraftRefusal, Preview } from './preview-service.ts'

const words = connectorTexts

export function connectorRoutes(deps: ConnectorEditDeps): Handlers<typeof connectorCalls> {
  const saved = <S extends number>(status: S, result: Result<StoredConnector, ConnectorRefusal>) =>
    result.ok ? answer(status, presentConnector(result.value)) : refuseConnector(result)
  return {
    async listPresets() {
      const presets = listOfferedPresets().map(({ required, optional, notes, ...preset }) => ({
        ...preset,
        required: [...required],
        optional: [...optional],
        notes: [...notes],
      }))
      return answer(200, presets)
    },
    async list() {
      const all = await readAllConnectors(deps)
      return answer(
        200,
        all.flatMap(({ stored }) => (stored ? [presentConnector(stored)] : [])),
      )
    },
    async preview({ body }) {
      const shown = await previewConnector(deps, wishOf(body))
      return shown.ok ? answer(200, presentPreview(shown.value)) : refuseConnector(shown)
    },
    async create({ body }, { member }) {
      return saved(201, await saveConnector(deps, member, { ...wishOf(body), version: null }))
    },
    async update({ params, body }, { member }) {
      const wish = wishOf({ ...body, name: params.name })
      return saved(200, await saveConnector(deps, member, { ...wish, version: wish.version ?? 0 }))
    },
    async pause({ params }, { member }) {
      return saved(200, await pauseConnector(deps, member, params.name, true))
    },
    async resume({ params }, { member }) {
      return saved(200, await pauseConnector(deps, member, params.name, false))
    },
    async remove({ params }, { member }) {
      return saved(200, await removeConnector(deps, member, params.name))
    },
    async listHistory() {
      const present = (kept: KeptConnector) => ({ ...kept, terms: presentTerms(kept.terms) })
      return answer(200, presentChanges(await readConnectorHistory(deps.db), present))
    },
  }
}

/** Empty fields are left out, both secrets and terms. */
function wishOf(body: Received<(typeof connectorCalls)['create']>['body']): ConnectorWish {
  const { name, preset, url, terms = [], version = null } = body
  const said = terms.flatMap(({ place, value }) => (value === '' ? [] : [[place, value] as const]))
  const typed = CONNECTOR_SECRETS.flatMap((each) => {
    const value = body[each]?.trim() ?? ''
    return value === '' ? [] : [[each, value] as const]
  })
  return {
    draft: { name, preset, url: url.replace(/\/+$/, ''), terms: Object.fromEntries(said) },
    typed: Object.fromEntries(typed),
    version,
  }
}

function presentConnector({ name, preset, url, terms, paused, version, secrets }: StoredConnector): ShownConnector {
  return { name, preset, url, terms: presentTerms(terms), paused, version, secrets: [...secrets] }
}

function presentTerms(terms: StoredConnector['terms']) {
  return Object.entries(terms).map(([place, value]) => ({ place, value }))
}

function presentPreview(preview: Preview): PreviewWire {
  const { isRight, failure: _failure, oddStatuses: _odd, ...rest } = preview
  return {
    ...rest,
    ok: isRight,
    message: sayPreview(preview),
    rows: preview.rows.map((row) => ({ ...row, createdAt: formatOptionalInstant(row.createdAt) })),
  }
}

function sayPreview({ failure, total, bad, isRight, missing, badDeposits, oddStatuses }: Preview): string {
  if (failure !== null) return failure
  if (isRight) return total === 0 ? words.empty : sayWorks(words.works, oddStatuses)
  if (missing.length > 0) return words.stillMissing(missing)
  return bad === 0 && badDeposits.length > 0 ? words.wrongDeposits : words.wrongRows(bad, total)
}

function refuseConnector(refusal: ConnectorRefusal): Refusal {
  switch (refusal.reason) {
    case 'connector.not-found':
      return problem(404, words.notFound)
    case 'connector.taken':
      return atField('name', words.taken, 409)
    case 'connector.of-file':
      return atField('name', words.ofFile, 409)
    case 'connector.fixed-preset':
      return atField('preset', words.fixedPreset)
    case 'connector.stale':
      return problem(409, words.stale, { current: presentConnector(refusal.current) })
    case 'connector.wrong-rows':
      return problem(400, sayPreview(refusal.preview), { current: presentPreview(refusal.preview) })
    case 'connector.unreadable':
      return atField('token', words.unreadable)
    case 'connector.term':
      return atField(fieldOf(refusal.field), words.term(refusal.field, refusal.message))
    case 'connector.field':
      return atField(fieldOf(refusal.field), sayField(refusal))
  }
}

function fieldOf(place: string): string {
  return place.includes('.') ? `terms.${place}` : place
}

function atField(path: string, message: string, status: 400 | 409 = 400): Refusal {
  return problem(status, message, { errors: [{ path, message }] })
}

function sayField({ field, problem: what }: Extract<DraftRefusal, { problem: string }>): string {
  switch (what) {
    case 'name':
      return words.name
    case 'name-prefix':
      return words.namePrefix
    case 'preset':
      return words.preset
    case 'url':
      return words.url
    case 'url-parts':
      return words.urlParts
    case 'private':
      return words.privateUrl
    case 'again':
      return words.again
    case 'missing':
      return words.missing(field)
  }
}
