import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../build/folders.ts'

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

/** Above this systemd no longer calls a service well confined. */
const MOST_EXPOSED = 2

/** Null where there is no systemd. */
function rateUnit(unit: string): number | null {
  const folder = mkdtempSync(join(tmpdir(), 'capline-unit-'))
  const file = join(folder, 'capline.service')
  writeFileSync(file, unit)
  try {
    const told = execFileSync('systemd-analyze', ['security', '--offline=true', '--no-pager', file], {
      encoding: 'utf8',
    })
    return Number(/exposure level for capline\.service: ([\d.]+)/.exec(told)?.[1])
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('the unit of docs/production.md is confined: systemd rates its exposure below 2.0', (context) => {
  const unit = /^ {3}```ini\n(.*?)^ {3}```/ms.exec(read('docs/production.md'))?.[1] ?? ''
  expect(unit).toContain('ExecStart=')
  expect(unit).toContain('InaccessiblePaths=-/opt/capline/.git')
  const exposure = rateUnit(unit.replaceAll(/^ {3}/gm, ''))
  if (exposure === null) return context.skip('systemd-analyze is not installed here')
  expect(exposure).toBeLessThan(MOST_EXPOSED)
})

test('the proxies of docs/production.md speak TLS 1.2 and newer only, and lead no call over from plain http', () => {
  const page = read('docs/production.md')
  expect(page).toContain('ssl_protocols TLSv1.2 TLSv1.3;')
  // Nobody of nginx listens on the plain port; Caddy does by itself, and is told what it leads over.
  expect(page.match(/^ *listen .*;$/gm)).toEqual(['     listen 443 ssl;'])
  expect(page).toMatch(/http:\/\/capline\.example\.org \{\n *@page not path \/api \/api\/\* \/telegram\/\*\n/)
})

test('the container runs no script of a package, and has one base, whose digest can be given', () => {
  const lines = read('Containerfile').split('\n')
  expect(lines.filter((line) => line.startsWith('FROM '))).toEqual(['FROM ${BASE} AS build', 'FROM ${BASE}'])
  expect(lines).toContain('ARG BASE=node:24-bookworm-slim')
  const installs = lines.flatMap((line) => line.match(/npm (?:ci|install|prune|rebuild)\b[^&]*/g) ?? [])
  expect(installs.length).toBeGreaterThan(1)
  for (const install of installs) expect(install).toContain('--ignore-scripts')
})

test('podman is told to build an image that has a health check', () => {
  expect(read('Containerfile')).toMatch(/^HEALTHCHECK .*readyz/m)
  const told = `${read('Containerfile')}${read('docs/production.md')}${read('README.md')}`
  const builds = told.match(/podman build [^\n]*/g) ?? []
  expect(builds.length).toBeGreaterThan(2)
  for (const build of builds) expect(build).toContain('podman build --format docker ')
})
