import { Hono } from 'hono'
import type { User } from '#db/schema/index.ts'
import { BundlePage } from '#views/staff/catalog/bundles-page.tsx'
import { ItemPage } from '#views/staff/catalog/item-page.tsx'
import { type Ctx, staff } from '../../accounts/guards.ts'
import { paths } from '../../paths.ts'
import { changedMeanwhile } from '../../web/changed-meanwhile.ts'
import type { AppEnv } from '../../web/env.ts'
import { notFound } from '../../web/errors.tsx'
import { reply, wantsHtml } from '../../web/respond.ts'
import { renderDesk } from '../page.tsx'
import { BUNDLE_FIELDS } from './bundle-fields.ts'
import { offersForBundles } from './bundle-list.ts'
import { entryFromBody, valuesOf } from './edit-entry.ts'
import { type EditField, FARM_FIELDS, offerFields, VARIETY_FIELDS } from './edit-fields.ts'
import { type CatalogItem, catalogItem, editItem, type ItemKind } from './edit-item.ts'
import { productsOf } from './farm-list.ts'
import { offerByToken } from './offer-list.ts'
import { offerPage } from './offer-page.tsx'
import { conflictsOf, type EditProblem, errorsByField, typedValues } from './refused-edit.ts'
import { offersOf } from './siblings.ts'

export const itemRoutes = new Hono<AppEnv>()

type Edited = { kind: ItemKind; param: string; href: (token: string) => string }

const FARM: Edited = { kind: 'farm', param: 'farm', href: paths.staffFarm }
const VARIETY: Edited = { kind: 'variety', param: 'varietySlug', href: paths.staffVariety }
const BUNDLE: Edited = { kind: 'bundle', param: 'handle', href: paths.staffBundle }
const OFFER: Edited = { kind: 'offer', param: 'offerToken', href: paths.staffOffer }

const fieldsOf = ({ kind, entry }: CatalogItem): EditField[] => {
  if (kind === 'offer') return offerFields(entry.price_per_pound !== undefined)
  return FIELDS[kind]
}

const FIELDS = { farm: FARM_FIELDS, variety: VARIETY_FIELDS, bundle: BUNDLE_FIELDS }

const show = ({ kind, param }: Edited) =>
  staff((c, user) => {
    const item = catalogItem(c.var.services.db, kind, c.req.param(param) ?? '')
    if (!item) return notFound(c)
    return wantsHtml(c) ? itemPage(c, user, item) : c.json(itemJson(item))
  })

const save = ({ kind, param, href }: Edited) =>
  staff(async (c, user) => {
    const token = c.req.param(param) ?? ''
    const item = catalogItem(c.var.services.db, kind, token)
    if (!item) return notFound(c)
    const { version } = c.var.body
    const given = entryFromBody(c.var.body, fieldsOf(item))
    const edit = { kind, token, given, version: typeof version === 'string' ? version : '' }
    const outcome = await editItem(c.var.services, edit, user)
    if (!outcome.ok && outcome.code === 'unknown') return notFound(c)
    if (!outcome.ok) return refuseEdit(c, user, item, outcome)
    const message =
      outcome.differences.length > 0 ? 'Saved. Shoppers see it at once.' : 'Nothing was different.'
    const now = catalogItem(c.var.services.db, kind, token) ?? item
    const flash = { kind: 'notice' as const, message }
    return reply(c, 200, { message, ...itemJson(now) }, { path: href(token), flash })
  })

type Refusal = { code: 'changed'; current: CatalogItem } | { code: 'invalid'; problems: string[] }

function refuseEdit(c: Ctx, user: User, before: CatalogItem, refusal: Refusal) {
  const item = refusal.code === 'changed' ? refusal.current : before
  const fields = fieldsOf(item)
  const saved = valuesOf(item.entry, fields)
  const typed = typedValues(c.var.body, saved)
  const isStale = refusal.code === 'changed'
  const errors = refusal.code === 'invalid' ? errorsByField(refusal.problems, fields) : {}
  const message = isStale
    ? changedMeanwhile('this', 'Please compare, and save again to keep yours.')
    : (errors.item ?? 'Please check the marked fields. Nothing was saved.')
  const conflicts = isStale ? conflictsOf(fields, saved, typed) : []
  const status = isStale ? 409 : 422
  if (!wantsHtml(c))
    return c.json({ error: message, message, errors, current: itemJson(item), yours: typed }, status)
  return itemPage(c, user, item, { status, problem: { message, typed, errors, conflicts } })
}

type Refused = { status: 409 | 422; problem: EditProblem }

function itemPage(c: Ctx, user: User, item: CatalogItem, refused?: Refused) {
  const { db } = c.var.services
  const fields = fieldsOf(item)
  if (item.kind === 'offer') {
    const offer = offerByToken(db, item.token)
    return offer
      ? offerPage(c, user, offer, refused && { status: refused.status, edit: refused.problem })
      : notFound(c)
  }
  const form = {
    fields,
    values: valuesOf(item.entry, fields),
    version: item.version,
    problem: refused?.problem,
  }
  const view =
    item.kind === 'bundle' ? (
      <BundlePage item={item} form={{ ...form, offered: offersForBundles(db) }} />
    ) : (
      <ItemPage
        item={item}
        form={form}
        farm={item.kind === 'variety' ? catalogItem(db, 'farm', String(item.entry.farm)) : null}
        offers={offersOf(db, item)}
        products={item.kind === 'farm' ? productsOf(db, item.token) : []}
      />
    )
  return renderDesk(c, user, { current: 'catalog', title: item.label, status: refused?.status }, view)
}

const itemJson = ({ kind, token, entry, version }: CatalogItem) => ({ kind, token, ...entry, version })

itemRoutes.get(paths.staffFarm.pattern, show(FARM))
itemRoutes.post(paths.staffFarm.pattern, save(FARM))
itemRoutes.get(paths.staffVariety.pattern, show(VARIETY))
itemRoutes.post(paths.staffVariety.pattern, save(VARIETY))
itemRoutes.get(paths.staffBundle.pattern, show(BUNDLE))
itemRoutes.post(paths.staffBundle.pattern, save(BUNDLE))
itemRoutes.post(paths.editOffer.pattern, save(OFFER))
