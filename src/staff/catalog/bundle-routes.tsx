import { Hono } from 'hono'
import type { User } from '#db/schema/index.ts'
import { BundlesPage } from '#views/staff/catalog/bundles-page.tsx'
import { type Ctx, staff } from '../../accounts/guards.ts'
import { paths } from '../../paths.ts'
import type { AppEnv } from '../../web/env.ts'
import { wantsHtml } from '../../web/respond.ts'
import { renderDesk } from '../page.tsx'
import { newBundle } from './add-entry.ts'
import { add, formOf } from './add-routes.tsx'
import { NEW_BUNDLE_FIELDS } from './bundle-fields.ts'
import { listBundles, offersForBundles } from './bundle-list.ts'
import type { EditProblem } from './refused-edit.ts'

export const bundleRoutes = new Hono<AppEnv>()

bundleRoutes.get(
  paths.staffBundles.pattern,
  staff((c, user) => bundlesPage(c, user)),
)

bundleRoutes.post(
  paths.staffBundles.pattern,
  staff((c, user) => {
    const entry = newBundle(c.var.body, NEW_BUNDLE_FIELDS)
    const added = { kind: 'bundle', fields: NEW_BUNDLE_FIELDS, entry } as const
    return add(c, user, added, (problem) => bundlesPage(c, user, problem))
  }),
)

function bundlesPage(c: Ctx, user: User, problem?: EditProblem) {
  const { db } = c.var.services
  const bundles = listBundles(db)
  if (!wantsHtml(c)) return c.json({ items: bundles, total: bundles.length, page: 1, pages: 1 })
  const form = { ...formOf(NEW_BUNDLE_FIELDS, problem), offered: offersForBundles(db) }
  const head = { current: 'catalog' as const, title: 'Bundles', ...(problem && { status: 422 as const }) }
  return renderDesk(c, user, head, <BundlesPage bundles={bundles} form={form} />)
}
