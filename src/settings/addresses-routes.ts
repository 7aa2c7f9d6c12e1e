import { Hono } from 'hono'
import type { SavedAddress, User } from '#db/schema/index.ts'
import { editAddress, findAddress, makeDefault, removeAddress, saveAddress } from '../accounts/addresses.ts'
import { type Ctx, signedIn } from '../accounts/guards.ts'
import { NOT_SERVED_SENTENCE } from '../checkout/address.ts'
import { DELIVERY_STEP_LABELS } from '../checkout/steps/delivery-step-fields.ts'
import { type Address, checkAddress } from '../delivery/address.ts'
import { deliveryZone } from '../delivery/calendar-facts.ts'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { readFields } from '../web/fields.ts'
import { partChanged, partGone, partRefused } from './account-page.tsx'
import { ADDRESS_FIELDS, AddressFields, fieldNamed } from './address-fields.ts'
import { typedValues } from './fields.ts'

export const addressesRoutes = new Hono<AppEnv>()

const PART = 'account_addresses'

addressesRoutes.post(
  paths.savedAddresses(),
  signedIn(async (c, user) => {
    const read = readAddress(c)
    if (!read.ok) return refused(c, user, '', read)
    const { db, random, clock } = c.var.services
    const removed = await saveAddress({ db, random, now: clock.now() }, user.id, read.address)
    return partChanged(c, user, { part: PART, message: removed ? savedAndRemoved(removed) : SAVED })
  }),
)

addressesRoutes.put(
  paths.savedAddress(':addressToken'),
  signedIn(async (c, user) => {
    const { db } = c.var.services
    const token = tokenIn(c)
    if (!findAddress(db, user, token)) return goneWhileEdited(c, user)
    const read = readAddress(c)
    if (!read.ok) return refused(c, user, token, read)
    const edit = await editAddress(db, user, token, read.address)
    if (edit.ok) return partChanged(c, user, { part: PART, message: SAVED })
    if (edit.reason === 'unknown') return goneWhileEdited(c, user)
    return refused(c, user, token, {
      field: 'delivery_street_address_1',
      message: 'You already have this address.',
    })
  }),
)

addressesRoutes.delete(
  paths.savedAddress(':addressToken'),
  signedIn(async (c, user) => {
    if (!(await removeAddress(c.var.services.db, user, tokenIn(c)))) return partGone(c, user, { part: PART })
    return partChanged(c, user, { part: PART, message: 'Address removed.' })
  }),
)

addressesRoutes.post(
  paths.savedAddressDefault(':addressToken'),
  signedIn(async (c, user) => {
    if (!(await makeDefault(c.var.services.db, user, tokenIn(c)))) return partGone(c, user, { part: PART })
    return partChanged(c, user, { part: PART, message: "That's your default address now." })
  }),
)

const SAVED = 'Your address is saved.'
const savedAndRemoved = ({ street1 }: SavedAddress) =>
  `${SAVED} We keep up to 20 addresses, so we removed the one you haven't used in the longest time: ${street1}.`

const tokenIn = (c: Ctx) => c.req.param('addressToken') ?? ''

type Problem = { field: string; message: string }
type Read = { ok: true; address: Address } | ({ ok: false } & Problem)

/** Applies the checkout's rules, without its overrides. */
function readAddress(c: Ctx): Read {
  const { db } = c.var.services
  const read = readFields(AddressFields, c.var.body, DELIVERY_STEP_LABELS)
  if (!read.ok) return { ok: false, field: 'delivery_name', message: read.message }
  const check = checkAddress(db, read.value)
  if (!check.ok) return { ok: false, field: fieldNamed(check.fields[0]), message: check.message }
  if (deliveryZone(db, check.address.zip).served) return check
  return { ok: false, field: fieldNamed('zip'), message: NOT_SERVED_SENTENCE }
}

/** @param token of the address being edited; '' for a new one */
function refused(c: Ctx, user: User, token: string, { field, message }: Problem) {
  return partRefused(c, user, { part: PART, field, message, typed: typedFor(c, token) })
}

/** Moves what was typed to the form for a new address. */
function goneWhileEdited(c: Ctx, user: User) {
  const message = "That address isn't here anymore. What you typed is below, so you can save it as a new one."
  return partGone(c, user, { part: PART, message, typed: typedFor(c, '') })
}

const typedFor = (c: Ctx, token: string) => ({ ...typedValues(c.var.body, ADDRESS_FIELDS), address: token })
