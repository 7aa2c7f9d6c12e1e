import { type Db, durably } from '#db/client.ts'
import { DAY_MS, type Instant } from '../../day.ts'
import { dayIn, SHOP_ZONE } from '../../delivery/zones.ts'
import type { Random } from '../../tokens.ts'
import { applyPlan, type ConvertedPictures } from './apply.ts'
import { checkEntries, type WantedCatalog } from './check-entries.ts'
import { readCurrentCatalog } from './current-catalog.ts'
import { type Difference, differencesOf } from './differences.ts'
import { readCatalogFile } from './file.ts'
import { convertedPicture, stagePicture, sweepStaged } from './picture-files.ts'
import { pendingJobs } from './picture-jobs.ts'
import { readPictures, type Sources } from './picture-sources.ts'
import { isEmpty, planImport } from './plan.ts'
import type { Plan } from './plan-types.ts'
import type { Problem } from './problems.ts'

export type Previewed =
  | { ok: true; plan: Plan; differences: Difference[] }
  | { ok: false; problems: Problem[] }

/** What `importCatalog` would change. Writes nothing. */
export async function previewImport(file: string, settings: ImportSettings): Promise<Previewed> {
  const { wanted, sources, problems: found } = await readWanted(file)
  const { plan, problems, current } = planner(wanted, sources, settings)()
  const all = [...found, ...problems]
  return all.length > 0
    ? { ok: false, problems: all }
    : { ok: true, plan, differences: differencesOf(plan, current) }
}

export type Imported = { ok: true; plan: Plan } | { ok: false; problems: Problem[] }

export type ImportSettings = {
  db: Db
  storagePath: string
  random: Random
  now: Instant
  wallNow: Instant
  replace: boolean
}

const STAGED_MAX_AGE_MS = DAY_MS

/** All or nothing. The plan is made again in the transaction, because the shop sells while files are being read. */
export async function importCatalog(file: string, settings: ImportSettings): Promise<Imported> {
  const { db, now } = settings
  const read = await readWanted(file)
  const makePlan = planner(read.wanted, read.sources, settings)
  const draft = makePlan()
  const problems = [...read.problems, ...draft.problems]
  if (problems.length > 0) return { ok: false, problems }
  if (isEmpty(draft.plan)) return { ok: true, plan: draft.plan }

  const converted = stagePictures(draft.plan, read.sources, settings)
  return durably(db, (tx): Imported => {
    const { plan, problems } = makePlan()
    if (problems.length > 0) return { ok: false, problems }
    applyPlan(tx, plan, converted, now, 'catalog import')
    return { ok: true, plan }
  })
}

type ReadCatalog = { wanted: WantedCatalog; sources: Sources; problems: Problem[] }

async function readWanted(file: string): Promise<ReadCatalog> {
  const { entries, problems } = readCatalogFile(file)
  const { wanted, problems: fieldProblems } = checkEntries(entries)
  const pictures = await readPictures(file, wanted)
  return {
    wanted,
    sources: pictures.sources,
    problems: [...problems, ...fieldProblems, ...pictures.problems],
  }
}

/** Returns a function that can plan twice and gives a new offer the same token both times. */
export function planner(
  wanted: WantedCatalog,
  sources: Sources,
  { db, random, now, replace }: Pick<ImportSettings, 'db' | 'random' | 'now' | 'replace'>,
) {
  const tokens = new Map<string, string>()
  const tokenOf = (key: string) => {
    const token = tokens.get(key) ?? random.token()
    tokens.set(key, token)
    return token
  }
  return () => {
    const current = readCurrentCatalog(db, now)
    return {
      ...planImport(wanted, current, { replace, today: dayIn(SHOP_ZONE, now), sources, tokenOf }),
      current,
    }
  }
}

function stagePictures(
  { pictures }: Plan,
  sources: Sources,
  { db, storagePath, wallNow }: ImportSettings,
): ConvertedPictures {
  if (pendingJobs(db).size === 0) sweepStaged(storagePath, STAGED_MAX_AGE_MS, wallNow)
  const converted: ConvertedPictures = new Map()
  const wanted = new Set(pictures.flatMap((request) => request.pictures.map(({ hash }) => hash)))
  for (const { hash, bytes } of sources.values()) {
    const picture = convertedPicture(storagePath, hash)
    if (picture) converted.set(hash, picture)
    else if (wanted.has(hash)) stagePicture(storagePath, hash, bytes)
  }
  return converted
}
