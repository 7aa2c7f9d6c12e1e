import { Hono } from 'hono'
import type { User } from '#db/schema/index.ts'
import { AddPage } from '#views/staff/catalog/add-page.tsx'
import { FarmsPage } from '#views/staff/catalog/farms-page.tsx'
import { type Ctx, staff } from '../../accounts/guards.ts'
import { paths } from '../../paths.ts'
import type { AppEnv } from '../../web/env.ts'
import { notFound } from '../../web/errors.tsx'
import { reply, wantsHtml } from '../../web/respond.ts'
import { renderDesk } from '../page.tsx'
import { type NewEntry, newFarm, newOffer, newVariety } from './add-entry.ts'
import { type AddField, NEW_FARM_FIELDS, NEW_OFFER_FIELDS, NEW_VARIETY_FIELDS } from './add-fields.ts'
import { addItem } from './add-item.ts'
import { type CatalogItem, catalogItem, type ItemKind } from './edit-item.ts'
import { listFarms } from './farm-list.ts'
import { type EditProblem, errorsByField, typedValues } from './refused-edit.ts'

export const addRoutes = new Hono<AppEnv>()

addRoutes.get(
  paths.staffFarms.pattern,
  staff((c, user) => farmsPage(c, user)),
)

function farmsPage(c: Ctx, user: User, problem?: EditProblem) {
  const farms = listFarms(c.var.services.db)
  if (!wantsHtml(c)) return c.json({ items: farms, total: farms.length, page: 1, pages: 1 })
  const form = formOf(NEW_FARM_FIELDS, problem)
  const head = { current: 'catalog' as const, title: 'Farms', ...(problem && { status: 422 as const }) }
  return renderDesk(c, user, head, <FarmsPage farms={farms} form={form} />)
}

addRoutes.post(
  paths.staffFarms.pattern,
  staff((c, user) => {
    const entry = newFarm(c.var.services.db, c.var.body, NEW_FARM_FIELDS)
    const added = { kind: 'farm', fields: NEW_FARM_FIELDS, entry } as const
    return add(c, user, added, (problem) => farmsPage(c, user, problem))
  }),
)

/** The farm or the variety that the new item belongs to. */
type Parent = { c: Ctx; user: User; parent: CatalogItem }

const under = (
  kind: 'farm' | 'variety',
  param: string,
  handler: (at: Parent) => Response | Promise<Response>,
) =>
  staff((c, user) => {
    const parent = catalogItem(c.var.services.db, kind, c.req.param(param) ?? '')
    return parent ? handler({ c, user, parent }) : notFound(c)
  })

const underFarm = (handler: (at: Parent) => Response | Promise<Response>) => under('farm', 'farm', handler)
const underVariety = (handler: (at: Parent) => Response | Promise<Response>) =>
  under('variety', 'varietySlug', handler)

addRoutes.get(paths.addVariety.pattern, underFarm(showForm(NEW_VARIETY_FIELDS)))
addRoutes.get(paths.addOffer.pattern, underVariety(showForm(NEW_OFFER_FIELDS)))

addRoutes.post(
  paths.addVariety.pattern,
  underFarm(({ c, user, parent }) => {
    const entry = newVariety(parent.token, c.var.body, NEW_VARIETY_FIELDS)
    const added = { kind: 'variety', fields: NEW_VARIETY_FIELDS, entry } as const
    return add(c, user, added, (problem) => addPage({ c, user, parent }, NEW_VARIETY_FIELDS, problem))
  }),
)

addRoutes.post(
  paths.addOffer.pattern,
  underVariety(({ c, user, parent }) => {
    const entry = newOffer(parent.token, c.var.body, NEW_OFFER_FIELDS)
    const added = { kind: 'offer', fields: NEW_OFFER_FIELDS, entry } as const
    return add(c, user, added, (problem) => addPage({ c, user, parent }, NEW_OFFER_FIELDS, problem))
  }),
)

function showForm(fields: AddField[]) {
  return (at: Parent) =>
    wantsHtml(at.c)
      ? addPage(at, fields)
      : at.c.json({ [at.parent.kind]: at.parent.token, fields: fields.map(({ name }) => name) })
}

function addPage({ c, user, parent }: Parent, fields: AddField[], problem?: EditProblem) {
  const title = parent.kind === 'farm' ? 'Add a product' : 'Add a size'
  const view = <AddPage title={title} parent={parent} form={formOf(fields, problem)} />
  return renderDesk(c, user, { current: 'catalog', title, ...(problem && { status: 422 as const }) }, view)
}

type Added = { kind: ItemKind; fields: AddField[]; entry: NewEntry }

export async function add(
  c: Ctx,
  user: User,
  { kind, fields, entry }: Added,
  refuse: (problem: EditProblem) => Response | Promise<Response>,
) {
  const outcome = entry.ok ? await addItem(c.var.services, { kind, entry: entry.entry }, user) : entry
  if (!outcome.ok) {
    const errors = 'errors' in outcome ? outcome.errors : errorsByField(outcome.problems, fields)
    const message = errors.item ?? 'Please check the marked fields. Nothing was saved.'
    if (!wantsHtml(c)) return c.json({ error: message, message, errors }, 422)
    return refuse({ message, typed: typedIn(c, fields), errors, conflicts: [] })
  }
  const { item } = outcome
  const message = DONE[kind]
  const json = { message, kind, token: item.token, ...item.entry, version: item.version }
  return reply(c, 200, json, { path: PAGES[kind](item.token), flash: { kind: 'notice', message } })
}

const DONE: Record<ItemKind, string> = {
  farm: 'The farm is in the shop. Next, add what it sells.',
  variety: 'The product is in the catalog. Next, add a size with its price.',
  offer: 'The size is in the catalog. Next, say how many are in stock.',
  bundle: 'The bundle is in the shop.',
}

const PAGES: Record<ItemKind, (token: string) => string> = {
  farm: paths.staffFarm,
  variety: paths.staffVariety,
  offer: paths.staffOffer,
  bundle: paths.staffBundle,
}

const typedIn = (c: Ctx, fields: AddField[]) =>
  typedValues(c.var.body, Object.fromEntries(fields.map(({ name }) => [name, ''])))

export const formOf = (fields: AddField[], problem: EditProblem | undefined) => ({
  fields,
  values: {},
  version: '',
  problem,
  button: 'Add it',
})
