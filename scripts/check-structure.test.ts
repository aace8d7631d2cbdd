import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { checkStructure, EXCEPTIONS } from './check-structure.ts'

const IMPORTS = {
  '#domain/*': './domain/*',
  '#contract/*': './contract/*',
  '#server/*': './server/*',
  '#platform/*': './server/platform/*',
  '#web/*': './web/*',
  '#sandbox/*': './sandbox/*',
  '#testing/*': './testing/*',
}

const planted: string[] = []
afterEach(() => {
  for (const root of planted.splice(0)) rmSync(root, { recursive: true })
})

/** A tree with these files; what the check says about it, as `path: rule`. */
function check(files: Record<string, string>): string[] {
  const root = mkdtempSync(join(tmpdir(), 'capline-structure-'))
  planted.push(root)
  writeFileSync(join(root, 'package.json'), JSON.stringify({ imports: IMPORTS }))
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  return checkStructure(root).map(({ path, rule }) => `${path}: ${rule}`)
}

function importing(...specifiers: string[]): string {
  return specifiers.map((specifier) => `import { x } from '${specifier}'\n`).join('')
}

test('there are no exceptions', () => {
  expect(EXCEPTIONS).toEqual([])
})

test('a folder without code is a breach, not a pass', () => {
  expect(check({ 'README.md': '' })).toHaveLength(1)
})

const CAPS = 'server/features/caps'

describe('a file may import what its room allows', () => {
  const allowed: [path: string, ...specifiers: string[]][] = [
    [
      'domain/caps/cap.ts',
      './progress.ts',
      '../kernel/day.ts',
      '#domain/hours/working-hours.ts',
      '#domain/kernel/cents.ts',
    ],
    ['domain/caps/cap.test.ts', './cap.ts', 'vitest', 'fast-check', 'node:fs'],
    ['contract/caps.ts', 'zod', 'zod/mini', './fields.ts', '#domain/caps/cap.ts'],
    [`${CAPS}/store.ts`, 'kysely', '#platform/db/database.ts', '#domain/caps/cap.ts'],
    [`${CAPS}/sync-store.ts`, './store.ts', 'pg-copy-streams'],
    [`${CAPS}/policy.ts`, '#domain/team/member.ts'],
    [`${CAPS}/service.ts`, './store.ts', './policy.ts', '#platform/clock.ts', '#server/features/team/service.ts'],
    [`${CAPS}/routes.ts`, './service.ts', '#contract/caps.ts', '#platform/http/reply.ts'],
    [`${CAPS}/jobs.ts`, './sync-service.ts', '#platform/jobs/jobs.ts', '#platform/wake.ts'],
    [`${CAPS}/bot.ts`, './service.ts', '#contract/texts/caps.ts', '#platform/telegram/client.ts'],
    [`${CAPS}/routes.test.ts`, '#testing/capline.ts', '#sandbox/lead-api/server.ts', 'kysely'],
    ['server/main.ts', './features/caps/routes.ts', '#sandbox/telegram/server.ts', './platform/log.ts'],
    ['server/platform/http/mount.ts', 'fastify', '#contract/call.ts', '../log.ts'],
    ['web/features/sheet/components/sheet.tsx', '#web/features/caps/api.ts'],
    ['web/features/board/components/card.tsx', '#web/features/caps/api.ts', '#web/features/sheet/components/sheet.tsx'],
    ['web/features/caps/components/card.tsx', '../api.ts', '#web/ui/meter.tsx', '#contract/caps.ts', 'react'],
    ['web/app/router.tsx', '#web/features/caps/api.ts', '#web/features/auth/api.ts'],
    ['sandbox/telegram/server.ts', 'node:http', './state.ts', '#domain/kernel/instant.ts'],
    ['testing/capline.ts', '#server/main.ts', '#sandbox/telegram/server.ts', 'kysely'],
    ['e2e/board.spec.ts', '#testing/capline.ts', '@playwright/test'],
  ]
  test.each(allowed)('%s', (path, ...specifiers) => {
    expect(check({ [path]: importing(...specifiers) })).toEqual([])
  })

  test('types of the product, where the table says types', () => {
    const types = `import type { Member } from '#domain/team/member.ts'\n`
    expect(check({ 'sandbox/world/people.ts': types })).toEqual([])
  })
})

describe('an import against the direction is caught', () => {
  const forbidden: [path: string, specifier: string][] = [
    ['domain/caps/cap.ts', '#domain/payouts/payout.ts'],
    ['domain/caps/cap.ts', '#contract/caps.ts'],
    ['domain/caps/cap.ts', 'node:fs'],
    ['domain/caps/cap.ts', 'zod'],
    ['domain/kernel/day.ts', 'temporal-polyfill'],
    ['domain/kernel/day.ts', '../caps/cap.ts'],
    ['domain/kernel/day.ts', '../hours/working-hours.ts'],
    ['domain/hours/working-hours.ts', '#domain/caps/cap.ts'],
    ['domain/caps/cap.test.ts', '#server/main.ts'],
    ['contract/caps.ts', '#platform/clock.ts'],
    ['contract/caps.ts', 'fastify'],
    [`${CAPS}/store.ts`, './service.ts'],
    [`${CAPS}/store.ts`, '#contract/caps.ts'],
    [`${CAPS}/store.ts`, '#platform/http/reply.ts'],
    [`${CAPS}/store.ts`, '../leads/store.ts'],
    [`${CAPS}/policy.ts`, './store.ts'],
    [`${CAPS}/policy.ts`, '#platform/db/database.ts'],
    [`${CAPS}/service.ts`, 'fastify'],
    [`${CAPS}/service.ts`, 'grammy'],
    [`${CAPS}/service.ts`, '#platform/http/reply.ts'],
    [`${CAPS}/service.ts`, '#contract/caps.ts'],
    [`${CAPS}/service.ts`, '#server/features/leads/store.ts'],
    [`${CAPS}/service.ts`, './routes.ts'],
    [`${CAPS}/routes.ts`, './store.ts'],
    [`${CAPS}/routes.ts`, './policy.ts'],
    [`${CAPS}/routes.ts`, '#platform/telegram/client.ts'],
    [`${CAPS}/routes.ts`, '#server/features/leads/service.ts'],
    [`${CAPS}/jobs.ts`, '#platform/http/reply.ts'],
    [`${CAPS}/bot.ts`, '#platform/jobs/jobs.ts'],
    ['server/platform/http/mount.ts', '#server/features/caps/service.ts'],
    ['server/platform/http/mount.ts', '#sandbox/telegram/server.ts'],
    ['server/main.ts', '#web/app/router.tsx'],
    ['server/main.ts', '#testing/capline.ts'],
    [`${CAPS}/service.ts`, '#sandbox/world/world.ts'],
    ['web/features/caps/api.ts', '#web/features/leads/api.ts'],
    ['web/features/caps/api.ts', '#web/features/sheet/components/sheet.tsx'],
    ['web/features/sheet/components/sheet.tsx', '#web/features/board/components/card.tsx'],
    ['web/features/caps/api.ts', '#web/app/router.tsx'],
    ['web/features/caps/api.ts', '#server/features/caps/service.ts'],
    ['web/features/caps/api.ts', 'node:fs'],
    ['web/ui/meter.tsx', '#web/features/caps/api.ts'],
    ['web/lib/api.ts', '#web/ui/meter.tsx'],
    ['sandbox/telegram/server.ts', '#server/main.ts'],
    ['sandbox/telegram/server.ts', '#contract/calls.ts'],
    ['sandbox/world/caps.ts', '#domain/caps/cap.ts'],
    ['domain/caps/cap.ts', '#testing/capline.ts'],
    ['web/lib/api.ts', '../../e2e/board.ts'],
    ['server/platform/log.ts', '../../scripts/build.ts'],
    ['testing/capline.ts', '../scripts/build.ts'],
    ['scripts/build.ts', '../server/main.ts'],
    ['web/lib/api.ts', './api.test.ts'],
  ]
  test.each(forbidden)('%s <- %s', (path, specifier) => {
    expect(check({ [path]: importing(specifier) })).toEqual([`${path}: room`])
  })

  test.each([
    ['a type', `import type { X } from '#contract/caps.ts'`],
    ['a side effect', `import '#contract/caps.ts'`],
    ['a re-export', `export { x } from '#contract/caps.ts'`],
    ['a dynamic import', `export const load = () => import('#contract/caps.ts')`],
    ['several lines', `import {\n  a,\n  b,\n} from '#contract/caps.ts'`],
  ])('as %s too', (_, code) => {
    expect(check({ 'domain/caps/cap.ts': code })).toEqual(['domain/caps/cap.ts: room'])
  })

  test('in a comment it is no import', () => {
    const code = `// import { x } from '#contract/caps.ts'\n/*\nimport '#contract/caps.ts'\n*/\n`
    expect(check({ 'domain/caps/cap.ts': code })).toEqual([])
  })
})

describe('cycles', () => {
  test('of two files and of three', () => {
    const two = { 'domain/caps/a.ts': importing('./b.ts'), 'domain/caps/b.ts': importing('./a.ts') }
    expect(check(two)).toEqual(['domain/caps/a.ts: cycle'])
    const three = {
      'domain/caps/a.ts': importing('./b.ts'),
      'domain/caps/b.ts': importing('#domain/caps/c.ts'),
      'domain/caps/c.ts': `import type { X } from './a.ts'\n`,
    }
    expect(check(three)).toEqual(['domain/caps/a.ts: cycle'])
  })

  test('of services of two features, where no file is in one', () => {
    const files = {
      'server/features/caps/service.ts': importing('#server/features/leads/service.ts'),
      'server/features/caps/day-service.ts': '',
      'server/features/leads/service.ts': '',
      'server/features/leads/sync-service.ts': importing('#server/features/caps/day-service.ts'),
    }
    expect(check(files)).toEqual(['server/features/caps: cycle'])
  })

  test('two ways to one file are none', () => {
    const files = {
      'domain/caps/a.ts': importing('./b.ts', './c.ts'),
      'domain/caps/b.ts': importing('./c.ts'),
      'domain/caps/c.ts': '',
    }
    expect(check(files)).toEqual([])
  })
})

describe('names', () => {
  test.each([
    `${CAPS}/handler.ts`,
    `${CAPS}/store/find.ts`,
    'server/features/boards/service.ts',
    'web/features/boards/api.ts',
    'domain/caps/capProgress.ts',
    'domain/caps/utils.ts',
    'domain/helpers/cap.ts',
    'web/lib/index.ts',
    'contract/misc.ts',
    'sandbox/telegram/chat-manager.ts',
    'testing/date-utils.ts',
  ])('%s is refused', (path) => {
    expect(check({ [path]: '' })).toContain(`${path}: name`)
  })

  test.each([`${CAPS}/sync-store.ts`, `${CAPS}/two-people.test.ts`, 'web/features/caps/components/add-cap.tsx'])(
    '%s is fine',
    (path) => {
      expect(check({ [path]: '' })).toEqual([])
    },
  )

  test('a file outside all rooms', () => {
    expect(check({ 'server/other/thing.ts': '' })).toEqual(['server/other/thing.ts: room'])
  })
})

describe('SQL stands in stores only', () => {
  test.each([
    [`${CAPS}/service.ts`, `import { sql } from 'kysely'`],
    [`${CAPS}/service.ts`, `export const list = (db) => db.selectFrom('caps').selectAll()`],
    [`${CAPS}/service.ts`, 'export const now = sql<string>`now()`'],
    ['server/main.ts', `import { Pool } from 'pg'`],
    ['server/platform/http/health.ts', `import { sql } from 'kysely'`],
  ])('%s: %s', (path, code) => {
    expect(check({ [path]: code })).toEqual([`${path}: sql`])
  })

  test.each([`${CAPS}/store.ts`, `${CAPS}/sync-store.ts`, 'server/platform/db/migrate.ts', 'testing/database.ts'])(
    '%s may',
    (path) => {
      expect(check({ [path]: `import { sql } from 'kysely'\nexport const now = sql\`now()\`` })).toEqual([])
    },
  )
})

describe('sizes', () => {
  test('300 lines of code are fine, whatever the comments; 301 are not', () => {
    const lines = (count: number) => 'export {}\n'.repeat(count) + '// why\n\n/*\n * more\n */\n'.repeat(50)
    expect(check({ 'domain/caps/cap.ts': lines(300) })).toEqual([])
    expect(check({ 'domain/caps/cap.ts': lines(301) })).toEqual(['domain/caps/cap.ts: size'])
  })

  const files = (count: number, pathOf: (index: number) => string, code = '') =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [pathOf(index), code]))

  test('a feature of the server has at most 25 files', () => {
    const service = (index: number) => `${CAPS}/part${index}-service.ts`
    expect(check(files(25, service))).toEqual([])
    expect(check(files(26, service))).toEqual([`${CAPS}: size`])
  })

  test('a feature of the web has at most 60 files with its folders, and 5,000 lines, without its tests', () => {
    const part = (index: number) => `web/features/caps/components/${index % 2 ? 'form' : 'history'}/part${index}.ts`
    expect(check({ ...files(60, part), 'web/features/caps/components/part.test.ts': '' })).toEqual([])
    expect(check(files(61, part))).toEqual(['web/features/caps: size'])
    expect(check(files(50, part, 'export {}\n'.repeat(100)))).toEqual([])
    expect(check(files(51, part, 'export {}\n'.repeat(100)))).toEqual(['web/features/caps: size'])
  })
})
