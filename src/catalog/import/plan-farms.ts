import { type Changes, type FarmRow, type ImportContext, missing, sortIn } from './changes.ts'
import type { Said, Wanted } from './gather.ts'
import type { Known } from './known.ts'
import type { PictureRequest } from './picture-jobs.ts'
import { pictureWish } from './plan-pictures.ts'
import type { Problem } from './problems.ts'
import type { FarmGiven } from './things.ts'

const NEEDED = ['name', 'town', 'state', 'region', 'latitude', 'longitude', 'story'] as const

export function planFarms(
  { farms, unsound }: Wanted,
  known: Known,
  { sources }: ImportContext,
  problems: Problem[],
) {
  const changes: Changes<FarmRow> = { added: [], changed: [] }
  const pictures: PictureRequest[] = []
  for (const said of farms.values()) {
    if (unsound.has(said.given.slug)) continue
    const before = known.farms.get(said.given.slug)
    if (!before && missing(said, NEEDED, `farm ${said.given.slug}`, problems)) continue
    const row = farmRow(said, before)
    sortIn(changes, row, before)
    const { picture, picture_alt: alt } = said.given
    const files = picture === undefined ? undefined : [picture]
    const words = [alt ?? `${row.name} in ${row.town}, ${row.state}`]
    const hung = before?.picture ? [before.picture] : []
    const wish = pictureWish({ kind: 'farm', slug: row.slug }, files, words, hung, sources, known.pictureJobs)
    if (wish) pictures.push(wish)
  }
  return { changes, pictures }
}

/** What the file says, else what is there, else nothing. */
function farmRow({ given }: Said<FarmGiven>, before: FarmRow | undefined): FarmRow {
  return {
    slug: given.slug,
    name: given.name ?? before?.name ?? '',
    town: given.town ?? before?.town ?? '',
    state: given.state ?? before?.state ?? '',
    region: given.region ?? before?.region ?? '',
    latitude: given.latitude ?? before?.latitude ?? 0,
    longitude: given.longitude ?? before?.longitude ?? 0,
    founded: given.founded ?? before?.founded ?? null,
    story: given.story ?? before?.story ?? '',
    practices: given.practices ?? before?.practices ?? [],
    badges: given.badges ?? before?.badges ?? [],
    picture: before?.picture ?? '',
  }
}
