import type { Inspection } from '#db/schema/index.ts'

export const INSPECTION_NAMES: Record<Inspection, string> = {
  federal: 'Federal (USDA)',
  cis: 'State, may cross state lines (CIS)',
  state: 'State only',
}
