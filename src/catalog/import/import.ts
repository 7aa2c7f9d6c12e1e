import { type Db, durably } from '#db/client.ts'
import type { Instant } from '../../day.ts'
import { type Day, knownDay } from '../../day.ts'
import type { Chance } from '../../tokens.ts'
import { applyPlan, type Made } from './apply.ts'
import type { Plan } from './changes.ts'
import { readCatalogFile } from './file.ts'
import { gather, type Wanted } from './gather.ts'
import { readKnown } from './known.ts'
import { madePicture, stagePicture, sweepStaged } from './picture-files.ts'
import { pendingJobs } from './picture-jobs.ts'
import { readPictures, type Sources } from './picture-sources.ts'
import { isNothing, planImport } from './plan.ts'
import type { Problem } from './problems.ts'

export type Imported = { ok: true; plan: Plan } | { ok: false; problems: Problem[] }

export type ImportSettings = {
  db: Db
  storagePath: string
  chance: Chance
  now: Instant
  wallNow: Instant
  replace: boolean
}

const STAGED_FOR_MS = 24 * 3600_000

/**
 * Makes the shop's catalogue as the file says, all of it or none. Everything slow happens before the transaction;
 * in it the shop is read and compared once more, since it sells while we read.
 */
export async function importCatalog(file: string, settings: ImportSettings): Promise<Imported> {
  const { db, now } = settings
  const read = await readWanted(file)
  const planned = planner(read.wanted, read.sources, settings)
  const first = planned()
  const problems = [...read.problems, ...first.problems]
  if (problems.length > 0) return { ok: false, problems }
  if (isNothing(first.plan)) return { ok: true, plan: first.plan }

  const made = stage(first.plan, read.sources, settings)
  return durably(db, (tx): Imported => {
    const { plan, problems } = planned()
    if (problems.length > 0) return { ok: false, problems }
    applyPlan(tx, plan, made, now, 'catalog import')
    return { ok: true, plan }
  })
}

type Read = { wanted: Wanted; sources: Sources; problems: Problem[] }

async function readWanted(file: string): Promise<Read> {
  const { entries, problems } = readCatalogFile(file)
  const { wanted, problems: more } = gather(entries)
  const pictures = await readPictures(file, wanted)
  return { wanted, sources: pictures.sources, problems: [...problems, ...more, ...pictures.problems] }
}

/** Asked twice it gives a new offer the same token. */
function planner(wanted: Wanted, sources: Sources, { db, chance, now, replace }: ImportSettings) {
  const tokens = new Map<string, string>()
  const tokenOf = (key: string) => {
    const token = tokens.get(key) ?? chance.token()
    tokens.set(key, token)
    return token
  }
  return () => planImport(wanted, readKnown(db, now), { replace, today: dayOf(now), sources, tokenOf })
}

const dayOf = (now: Instant): Day => knownDay(new Date(now).toISOString().slice(0, 10))

/** Lays the pictures out for their jobs. @returns which of them have been made before */
function stage({ pictures }: Plan, sources: Sources, { db, storagePath, wallNow }: ImportSettings): Made {
  if (pendingJobs(db).size === 0) sweepStaged(storagePath, STAGED_FOR_MS, wallNow)
  const made: Made = new Map()
  const wanted = new Set(pictures.flatMap((wish) => wish.pictures.map(({ hash }) => hash)))
  for (const { hash, bytes } of sources.values()) {
    const facts = madePicture(storagePath, hash)
    if (facts) made.set(hash, facts)
    else if (wanted.has(hash)) stagePicture(storagePath, hash, bytes)
  }
  return made
}
