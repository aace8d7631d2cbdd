import { generic } from './generic.ts'
import { hypernet } from './hypernet.ts'
import { irev } from './irev.ts'
import { none } from './none.ts'
import type { Recipe } from './recipe.ts'
import { trackbox } from './trackbox.ts'

export const PRESETS = ['generic', 'irev', 'trackbox', 'hypernet', 'none'] as const
export type Preset = (typeof PRESETS)[number]

/** Read in public client code and vendors' pages; each is to be verified with the first account. */
export const RECIPES: Record<Preset, Recipe> = { generic, irev, trackbox, hypernet, none }
