/** The four regions of the Census Bureau; `unknown` for visitors whose ZIP code we don't know. */
export const REGIONS = [
  { id: 'west', name: 'West' },
  { id: 'midwest', name: 'Midwest' },
  { id: 'south', name: 'South' },
  { id: 'northeast', name: 'Northeast' },
  { id: 'unknown', name: 'ZIP code not given' },
] as const

export type Region = (typeof REGIONS)[number]['id']

const STATES_OF: Record<Exclude<Region, 'unknown'>, string> = {
  west: 'AK AZ CA CO HI ID MT NM NV OR UT WA WY',
  midwest: 'IA IL IN KS MI MN MO ND NE OH SD WI',
  south: 'AL AR DC DE FL GA KY LA MD MS NC OK SC TN TX VA WV',
  northeast: 'CT MA ME NH NJ NY PA RI VT',
}

const byState = new Map(
  Object.entries(STATES_OF).flatMap(([region, states]) =>
    states.split(' ').map((state) => [state, region as Region]),
  ),
)

export const regionOf = (state: string | null): Region => byState.get(state ?? '') ?? 'unknown'
