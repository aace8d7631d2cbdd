import { foldStatus } from '#domain/kernel/identity.ts'
import type { ConnectorConfig, Mapping } from './mapping.ts'
import { PLACEHOLDERS } from './question.ts'

/** The reason that a valid mapping cannot work, and the place to fix it. */
export interface Gap {
  place: string[]
  message: string
}

/** The first gap or contradiction of a connector; null if there is none. */
export function findGap(config: ConnectorConfig): Gap | null {
  const { mapping } = config
  const named = JSON.stringify([mapping.headers, mapping.query, mapping.body])
  return (
    findUnknownPlaceholder(named) ??
    findMissingSecret(config, named) ??
    findMissingField(mapping) ??
    findUnasked(mapping, named) ??
    findWrongDeposits(mapping)
  )
}

function gap(place: string, message: string): Gap {
  return { place: place.split('.'), message }
}

function findUnknownPlaceholder(named: string): Gap | null {
  const unknown = [...named.matchAll(/\{(\w+)\}/g)].find(([, name]) => !PLACEHOLDERS.some((known) => known === name))
  const known = PLACEHOLDERS.map((name) => `{${name}}`).join(', ')
  return unknown ? gap('mapping', `uses ${unknown[0]}, which does not exist. Known placeholders: ${known}`) : null
}

function findMissingSecret({ preset, credentials }: ConnectorConfig, named: string): Gap | null {
  const secret = (['token', 'username', 'password'] as const).find(
    (name) => named.includes(`{${name}}`) && credentials[name] === null,
  )
  // A team's own contract may be in a private network, without a key.
  return secret && !(preset === 'generic' && secret === 'token') ? gap(secret, 'is missing') : null
}

const NEEDED = ['geo', 'sourceNumber', 'advertiserId'] as const

function findMissingField({ lead, constants }: Mapping): Gap | null {
  if (lead === null) return null
  const own = (['id', 'createdAt'] as const).find((field) => lead[field] === undefined)
  if (own) return gap(`mapping.lead.${own}`, 'is missing: each row has its own')
  const bare = NEEDED.find((field) => lead[field] === undefined && constants[field] === undefined)
  return bare ? gap(`mapping.constants.${bare}`, 'is missing: no field of a row holds it') : null
}

/** The placeholder that each style of pages needs in requests; otherwise every page would be the first one. */
const ASKED = { cursor: 'cursor', page: 'page', skip: 'skip', none: null } as const

function findUnasked({ method, body, pages, windows }: Mapping, named: string): Gap | null {
  if (method === 'GET' && body !== null) return gap('mapping.body', 'is sent with POST only')
  const wanted = ASKED[pages.style]
  if (wanted !== null && !named.includes(`{${wanted}}`)) {
    return gap('mapping.pages.style', `is ${pages.style}, but neither query nor body asks for {${wanted}}`)
  }
  if (windows.by === 'registration' && !named.includes('{from}')) {
    return gap('mapping.windows.by', 'is registration, but neither query nor body asks for {from}')
  }
  return null
}

/** Statuses of people who deposited elsewhere. */
const ELSEWHERE = /^already|^deposited(?:with|at)/

function findWrongDeposits({ deposits }: Mapping): Gap | null {
  const { fields } = deposits
  if (fields !== null && fields.id === undefined) return gap('mapping.deposits.fields.id', 'is missing')
  if (fields !== null && fields.leadId === undefined && fields.email === undefined) {
    return gap('mapping.deposits.fields.leadId', 'is missing: it identifies the lead of a deposit')
  }
  if (deposits.rule !== 'status') return null
  const elsewhere = deposits.statuses.find((status) => ELSEWHERE.test(foldStatus(status)))
  return elsewhere === undefined
    ? null
    : gap('mapping.deposits.statuses', `must not have “${elsewhere}”: that was a deposit somewhere else`)
}
