import { affise } from './affise.ts'
import { crmMate } from './crm-mate.ts'
import { eliteCrm } from './elite-crm.ts'
import { enigma } from './enigma.ts'
import { everflow } from './everflow.ts'
import { generic } from './generic.ts'
import { getLeads } from './get-leads.ts'
import { hypernet } from './hypernet.ts'
import { irev } from './irev.ts'
import { keitaro } from './keitaro.ts'
import { none } from './none.ts'
import type { Recipe } from './recipe.ts'
import { trackbox } from './trackbox.ts'

export const PRESETS = [
  'generic',
  'irev',
  'trackbox',
  'hypernet',
  'everflow',
  'affise',
  'get-leads',
  'elite-crm',
  'enigma',
  'crm-mate',
  'keitaro',
  'none',
] as const
export type Preset = (typeof PRESETS)[number]

/** From public client code and vendors' pages. Verify each with the first account. */
export const RECIPES: Record<Preset, Recipe> = {
  generic,
  irev,
  trackbox,
  hypernet,
  everflow,
  affise,
  'get-leads': getLeads,
  'elite-crm': eliteCrm,
  enigma,
  'crm-mate': crmMate,
  keitaro,
  none,
}
