import { type Changes, type ImportContext, missing, sortIn, type VarietyRow } from './changes.ts'
import type { Said, Wanted } from './gather.ts'
import type { Known } from './known.ts'
import type { PictureRequest } from './picture-jobs.ts'
import { pictureWish } from './plan-pictures.ts'
import type { Problem } from './problems.ts'
import type { VarietyGiven } from './things.ts'

const NEEDED = ['farm', 'name', 'animal', 'cut', 'summary', 'story', 'raised'] as const
/** Behind everything that somebody has placed. */
const LAST_RANK = 1_000

export function planVarieties(
  wanted: Wanted,
  known: Known,
  circumstances: ImportContext,
  problems: Problem[],
) {
  const changes: Changes<VarietyRow> = { added: [], changed: [] }
  const pictures: PictureRequest[] = []
  for (const said of withFarm(wanted, known, problems)) {
    const before = known.varieties.get(said.given.slug)
    if (!before && missing(said, NEEDED, `variety ${said.given.slug}`, problems)) continue
    const row = varietyRow(said, before, circumstances)
    sortIn(changes, row, before)
    const wish = wishOf(said, row, wanted, known, circumstances)
    if (wish) pictures.push(wish)
  }
  if (circumstances.replace) changes.changed.push(...toHide(wanted, known))
  return { changes, pictures }
}

/** Those whose farm is there, or comes with this file. */
const withFarm = ({ varieties, farms, unsound }: Wanted, known: Known, problems: Problem[]) =>
  [...varieties.values()].filter(({ line, given: { slug, farm }, columns }) => {
    if (unsound.has(slug)) return false
    const isThere = farm === undefined || farms.has(farm) || unsound.has(farm) || known.farms.has(farm)
    if (!isThere) problems.push({ line, reason: `${columns?.get('farm') ?? 'farm'} names no farm: ${farm}` })
    return isThere
  })

function varietyRow(
  { given }: Said<VarietyGiven>,
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
    nutrition: { ...before?.nutrition, ...given.nutrition },
    raised: given.raised ?? before?.raised ?? '',
    badges: given.badges ?? before?.badges ?? [],
    pictures: before?.pictures ?? [],
    featuredRank: given.featured_rank ?? before?.featuredRank ?? LAST_RANK,
    addedOn: given.added_on ?? before?.addedOn ?? today,
    hidden: given.hidden ?? (replace ? false : (before?.hidden ?? false)),
  }
}

function wishOf(
  { given }: Said<VarietyGiven>,
  { slug, name, farm, pictures }: VarietyRow,
  wanted: Wanted,
  known: Known,
  { sources }: ImportContext,
): PictureRequest | null {
  const farmName = wanted.farms.get(farm)?.given.name ?? known.farms.get(farm)?.name ?? farm
  const { pictures: files, picture_alts: alts } = given
  const words = files?.map((_, at) => alts?.[at] ?? `${name} from ${farmName}`) ?? []
  return pictureWish({ kind: 'variety', slug }, files, words, pictures, sources, known.pictureJobs)
}

const toHide = ({ varieties }: Wanted, known: Known): VarietyRow[] =>
  [...known.varieties.values()]
    .filter(({ slug, hidden }) => !hidden && !varieties.has(slug))
    .map(({ id: _, farmId: __, ...row }) => ({ ...row, hidden: true }))
