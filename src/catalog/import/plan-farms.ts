import type { Day } from '../../day.ts'
import { withoutLapsed } from '../badge-proofs.ts'
import type { ParsedItem, WantedCatalog } from './check-entries.ts'
import type { CurrentCatalog } from './current-catalog.ts'
import type { FarmInput } from './item-schemas.ts'
import type { PictureRequest } from './picture-jobs.ts'
import { pictureRequest } from './plan-pictures.ts'
import { addChange, type Changes, type FarmRow, type ImportContext, isIncomplete } from './plan-types.ts'
import type { Problem } from './problems.ts'

const REQUIRED = ['name', 'town', 'state', 'region', 'latitude', 'longitude', 'story'] as const

export function planFarms(
  { farms, invalid }: WantedCatalog,
  current: CurrentCatalog,
  { sources, today }: ImportContext,
  problems: Problem[],
) {
  const changes: Changes<FarmRow> = { added: [], changed: [] }
  const pictures: PictureRequest[] = []
  for (const item of farms.values()) {
    if (invalid.has(item.given.slug)) continue
    const before = current.farms.get(item.given.slug)
    if (!before && isIncomplete(item, REQUIRED, `farm ${item.given.slug}`, problems)) continue
    const row = farmRow(item, before, today)
    addChange(changes, row, before)
    const { picture, picture_alt: alt } = item.given
    const files = picture === undefined ? undefined : [picture]
    const alts = [alt ?? `${row.name} in ${row.town}, ${row.state}`]
    const shown = before?.picture ? [before.picture] : []
    const owner = { kind: 'farm', slug: row.slug } as const
    const request = pictureRequest(owner, files, alts, shown, sources, current.pictureJobs)
    if (request) pictures.push(request)
  }
  return { changes, pictures }
}

/** The file's value, or else the current one, or else an empty one. */
function farmRow({ given }: ParsedItem<FarmInput>, before: FarmRow | undefined, today: Day): FarmRow {
  const badgeProofs = given.badge_proofs ?? before?.badgeProofs ?? []
  return {
    slug: given.slug,
    name: given.name ?? before?.name ?? '',
    town: given.town ?? before?.town ?? '',
    state: given.state ?? before?.state ?? '',
    region: given.region ?? before?.region ?? '',
    latitude: given.latitude ?? before?.latitude ?? 0,
    longitude: given.longitude ?? before?.longitude ?? 0,
    founded: given.founded === undefined ? (before?.founded ?? null) : given.founded,
    story: given.story ?? before?.story ?? '',
    practices: given.practices ?? before?.practices ?? [],
    badges: withoutLapsed(given.badges ?? before?.badges ?? [], badgeProofs, today),
    picture: before?.picture ?? '',
    quote: given.quote === undefined ? (before?.quote ?? null) : given.quote,
    badgeProofs,
    showsPlace: given.show_place ?? before?.showsPlace ?? false,
  }
}
