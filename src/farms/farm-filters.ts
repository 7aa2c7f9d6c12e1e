const MAX_CHOSEN = 12
const MAX_BADGE_LENGTH = 40

/** From a query: `?badge=Organic&badge=Grass-fed`. */
export const readBadges = (query: Record<string, string[]>): string[] =>
  [...new Set(query.badge ?? [])]
    .filter((badge) => badge.length > 0 && badge.length <= MAX_BADGE_LENGTH)
    .slice(0, MAX_CHOSEN)

/** Equal choices give equal strings: '?badge=Organic&page=2'. */
export function farmsQuery(badges: string[], page = 1): string {
  const query = new URLSearchParams([...badges].sort().map((badge) => ['badge', badge]))
  if (page > 1) query.set('page', String(page))
  return query.size > 0 ? `?${query}` : ''
}

export type BadgeOption = {
  badge: string
  isChosen: boolean
  /** Farms that are left if it is chosen too, or that have all the chosen ones. */
  count: number
}

type Badged = { badges: string[] }

export const hasAll = ({ badges }: Badged, wanted: string[]) =>
  wanted.every((badge) => badges.includes(badge))

/** Badges combine: a farm must have all of them. The most common come first. */
export function badgeOptions(farms: Badged[], chosen: string[]): BadgeOption[] {
  const totals = new Map<string, number>()
  for (const { badges } of farms)
    for (const badge of new Set(badges)) totals.set(badge, (totals.get(badge) ?? 0) + 1)
  const left = new Map<string, number>()
  for (const { badges } of farms.filter((farm) => hasAll(farm, chosen)))
    for (const badge of new Set(badges)) left.set(badge, (left.get(badge) ?? 0) + 1)
  return [...totals]
    .sort(([a, totalA], [b, totalB]) => totalB - totalA || a.localeCompare(b, 'en'))
    .map(([badge]) => ({ badge, isChosen: chosen.includes(badge), count: left.get(badge) ?? 0 }))
}
