import { withoutLapsed } from '../badge-proofs.ts'
import type { ParsedItem, WantedCatalog } from './check-entries.ts'
import type { CurrentCatalog } from './current-catalog.ts'
import type { VarietyInput } from './item-schemas.ts'
import type { PictureRequest } from './picture-jobs.ts'
import { pictureRequest } from './plan-pictures.ts'
import { addChange, type Changes, type ImportContext, isIncomplete, type VarietyRow } from './plan-types.ts'
import type { Problem } from './problems.ts'

const REQUIRED = ['farm', 'name', 'animal', 'cut', 'summary', 'story', 'raised'] as const
const LAST_RANK = 1_000

export function planVarieties(
  wanted: WantedCatalog,
  current: CurrentCatalog,
  context: ImportContext,
  problems: Problem[],
) {
  const changes: Changes<VarietyRow> = { added: [], changed: [] }
  const pictures: PictureRequest[] = []
  for (const item of withFarm(wanted, current, problems)) {
    const before = current.varieties.get(item.given.slug)
    if (!before && isIncomplete(item, REQUIRED, `variety ${item.given.slug}`, problems)) continue
    const row = withProvenBadges(varietyRow(item, before, context), wanted, current, context)
    addChange(changes, row, before)
    const request = requestFor(item, row, wanted, current, context)
    if (request) pictures.push(request)
  }
  if (context.replace) changes.changed.push(...toHide(wanted, current))
  const endedEarly = context.replace
    ? [...current.earlySlugs].filter((slug) => !wanted.varieties.has(slug))
    : []
  return { changes, pictures, endedEarly }
}

const withFarm = (
  { varieties, farms, invalid }: WantedCatalog,
  current: CurrentCatalog,
  problems: Problem[],
) =>
  [...varieties.values()].filter(({ line, given: { slug, farm } }) => {
    if (invalid.has(slug)) return false
    const hasFarm = farm === undefined || farms.has(farm) || invalid.has(farm) || current.farms.has(farm)
    if (!hasFarm) problems.push({ line, reason: `there is no farm ${farm}` })
    return hasFarm
  })

function varietyRow(
  { given, columns }: ParsedItem<VarietyInput>,
  before: VarietyRow | undefined,
  { replace, today }: ImportContext,
): VarietyRow {
  return {
    slug: given.slug,
    family: given.family ?? before?.family ?? given.slug,
    farm: given.farm ?? before?.farm ?? '',
    name: given.name ?? before?.name ?? '',
    animal: given.animal ?? before?.animal ?? '',
    cut: given.cut ?? before?.cut ?? '',
    summary: given.summary ?? before?.summary ?? '',
    story: given.story ?? before?.story ?? '',
    cooking: given.cooking ?? before?.cooking ?? [],
    // A CSV's cells are nutrients of their own; JSON's object is all of them.
    nutrition: columns
      ? { ...before?.nutrition, ...given.nutrition }
      : (given.nutrition ?? before?.nutrition ?? {}),
    raised: given.raised ?? before?.raised ?? '',
    badges: given.badges ?? before?.badges ?? [],
    pictures: before?.pictures ?? [],
    featuredRank: given.featured_rank ?? before?.featuredRank ?? LAST_RANK,
    addedOn: given.added_on ?? before?.addedOn ?? today,
    hidden: given.hidden ?? (replace ? false : (before?.hidden ?? false)),
  }
}

/** A cut doesn't keep what its farm can no longer prove. */
function withProvenBadges(
  row: VarietyRow,
  wanted: WantedCatalog,
  current: CurrentCatalog,
  { today }: ImportContext,
): VarietyRow {
  const farm = current.farms.get(row.farm)
  const proofs = wanted.farms.get(row.farm)?.given.badge_proofs ?? farm?.badgeProofs ?? []
  return { ...row, badges: withoutLapsed(row.badges, proofs, today) }
}

function requestFor(
  { given }: ParsedItem<VarietyInput>,
  { slug, name, farm, pictures }: VarietyRow,
  wanted: WantedCatalog,
  current: CurrentCatalog,
  { sources }: ImportContext,
): PictureRequest | null {
  const farmName = wanted.farms.get(farm)?.given.name ?? current.farms.get(farm)?.name ?? farm
  const { pictures: files, picture_alts: alts } = given
  const texts = files?.map((_, at) => alts?.[at] ?? `${name} from ${farmName}`) ?? []
  return pictureRequest({ kind: 'variety', slug }, files, texts, pictures, sources, current.pictureJobs)
}

const toHide = ({ varieties }: WantedCatalog, current: CurrentCatalog): VarietyRow[] =>
  [...current.varieties.values()]
    .filter(({ slug, hidden }) => !hidden && !varieties.has(slug))
    .map(({ id: _, farmId: __, ...row }) => ({ ...row, hidden: true }))
