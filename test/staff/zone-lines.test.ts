import { expect, test } from 'vitest'
import type { CenterSettings } from '#src/delivery/change-centers.ts'
import type { ZoneRange } from '#src/delivery/zone-chart.ts'
import { zones } from '#src/shop-settings/groups/zones.ts'
import { rangesIn, rangesText } from '#src/staff/shop-settings/lines.ts'

const center = (id: number, name: string) => ({ id, name }) as CenterSettings
const CENTERS = [center(1, '5th Street Depot'), center(2, '2nd'), center(3, 'Reno')]
const RANGES: ZoneRange[] = [
  { first: '832', last: '838', fcId: 1, transitDays: 2 },
  { first: '850', last: '850', fcId: 2, transitDays: 1 },
  { first: '98101', last: '98101', fcId: 3, transitDays: 3 },
]

test('STF-7 the zones of a center whose name begins with a digit can be saved as they are shown', () => {
  expect(rangesIn(rangesText(RANGES, CENTERS), CENTERS)).toEqual({ ok: true, value: RANGES })
})

test('STF-7 the zones hint shows a line like those in its field', () => {
  const [shown = ''] = rangesText(RANGES, [center(1, 'Reno')]).split('\n')
  expect(shown).toBe('832-838 1 Reno 2')
  expect(zones.fields.chart?.hint).toContain(`such as ${shown}.`)
})
