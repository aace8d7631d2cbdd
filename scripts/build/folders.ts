import { dirname, join } from 'node:path'

export const ROOT = dirname(dirname(import.meta.dirname))
export const DIST = join(ROOT, 'dist')
