import type { SettingGroup } from '../group.ts'

/** The reasons of `NOT_SERVED_REASONS`. */
export const REASONS = [
  { value: 'alaska', label: 'Not served: Alaska' },
  { value: 'hawaii', label: 'Not served: Hawaii' },
  { value: 'territory', label: 'Not served: US territory' },
  { value: 'military', label: 'Not served: military mail' },
  { value: 'elsewhere', label: 'Not served yet' },
] as const

export const zones: SettingGroup = {
  id: 'zones',
  area: 'delivery',
  title: 'Delivery zones',
  intro:
    'Which center ships to a ZIP code, and how many days a box travels. Three digits cover every ZIP code that starts with them; five digits make an exception for one.',
  shows: 'The first day and price on every page, the calendar at checkout, and where we deliver at all.',
  fields: {
    chart: {
      kind: 'long',
      label: 'Zones',
      hint: 'One per line: first ZIP area, last ZIP area, then the center’s number, its name if you like, and the days on the road, such as 832-838 1 Reno 2. Or why we don’t deliver there: alaska, hawaii, territory, military or elsewhere.',
      max: 20_000,
      rows: 20,
    },
  },
  origin: null,
  isExample: true,
}
