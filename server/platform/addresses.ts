import { z } from 'zod'

// Addresses in the environment (docs/configuration.md).

export const httpUrl = z.url({
  protocol: /^https?$/,
  error: 'must be an address such as https://example.org',
  abort: true,
})

/** The public address: a host without a path, because every screen and call is at the root. */
export const publicUrl = httpUrl.refine(isRoot, {
  error: 'must be a host without a path, such as https://capline.example.org, because Capline needs a host of its own',
})

function isRoot(address: string): boolean {
  const { pathname, search, hash, username } = new URL(address)
  return pathname === '/' && search === '' && hash === '' && username === ''
}

export const databaseUrl = z
  .string()
  .superRefine((address, context) => {
    const message = explainSign(address)
    if (message) context.issues.push({ code: 'custom', message, input: address, continue: false })
  })
  .pipe(
    z.url({
      protocol: /^postgres(ql)?$/,
      error:
        'must be an address such as postgres://user:password@host:5432/capline; in a password, write # as %23, / as %2F, ? as %3F and % as %25',
    }),
  )

const WRITTEN = new Map([
  ['#', '%23'],
  ['/', '%2F'],
  ['?', '%3F'],
  ['%', '%25'],
])

/** Explains a password with a sign that has a meaning in an address, so the address names another host or none. */
function explainSign(address: string): string | null {
  const sign = findSign(address)
  if (sign === null) return null
  return `has a ${sign} in its password that is taken for a part of the address: write it as ${WRITTEN.get(sign) ?? ''}, as in postgres://user:pass${WRITTEN.get(sign) ?? ''}word@host:5432/capline`
}

function findSign(address: string): string | null {
  if (address.includes('#')) return '#'
  const [, authority = '', path = '', query = ''] = /^\w+:\/\/([^/?]*)([^?]*)(.*)$/s.exec(address) ?? []
  if (/%(?![\da-f]{2})/i.test(authority)) return '%'
  if (authority.includes('@')) return null
  if (path.includes('@')) return '/'
  return path === '' && query.includes('@') ? '?' : null
}
