import type { DurableTx } from '#db/client.ts'
import { applyPlan } from '../catalog/import/apply.ts'
import { readCurrentCatalog } from '../catalog/import/current-catalog.ts'
import { setPictures } from '../catalog/import/picture-job.ts'
import { planImport } from '../catalog/import/plan.ts'
import { assertDay, type Instant } from '../day.ts'
import { noticeOffers } from '../farms/news.ts'
import { random } from '../tokens.ts'
import { farms, problems, varieties, wanted } from './catalog.ts'
import { farmPicture, galleryOf } from './painter/gallery.ts'

/** What the shop opens with is news to nobody. */
const BEFORE_ALL = 0

export function seedCatalog(tx: DurableTx, now: Instant) {
  const today = assertDay(new Date(now).toISOString().slice(0, 10))
  const settings = { replace: false, today, sources: new Map(), tokenOf: () => random.token() }
  const result = planImport(wanted, readCurrentCatalog(tx, now), settings)
  const allProblems = [...problems, ...result.problems]
  if (allProblems.length > 0)
    throw new Error(`the demo's catalog does not import: ${JSON.stringify(allProblems)}`)

  applyPlan(tx, result.plan, new Map(), now, 'opening')
  for (const { slug } of farms) setPictures(tx, { kind: 'farm', slug }, [farmPicture(slug)])
  for (const { slug, farm } of varieties) {
    setPictures(tx, { kind: 'variety', slug }, galleryOf({ slug, farm: farm ?? '' }))
  }
  noticeOffers(tx, BEFORE_ALL)
}
