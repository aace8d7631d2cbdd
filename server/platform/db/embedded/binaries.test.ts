import { readlink, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { findBinaries } from './binaries.ts'

test('the links that npm cannot carry are made, by any number of processes at once', async () => {
  const { postgres } = await findBinaries()
  // Nothing that runs needs this one.
  const link = join(dirname(postgres), '../lib/libecpg_compat.so')
  await rm(link)
  await Promise.all([findBinaries(), findBinaries(), findBinaries()])
  expect(await readlink(link)).toMatch(/^libecpg_compat\.so\.3\.\d+$/)
})
