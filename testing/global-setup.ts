import type { TestProject } from 'vitest/node'
import { startTestServer } from './servers/postgres.ts'

/** One PostgreSQL for all test files. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startTestServer()
  project.provide('templateUrl', server.templateUrl)
  return () => server.stop()
}
