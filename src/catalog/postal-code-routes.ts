import { type Context, Hono } from 'hono'
import { rememberPostalCode } from '../accounts/session.ts'
import { formatDay } from '../day.ts'
import { surchargeTerms, termsInFull } from '../delivery/advertised-day.ts'
import { type Arrival, deliveryZone, earliestOrReason } from '../delivery/calendar-facts.ts'
import { isZip, ZIP_SENTENCE } from '../delivery/rules.ts'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { notFound } from '../web/errors.tsx'
import { checkbox, line } from '../web/fields.ts'
import { requireSignIn } from '../web/require-sign-in.ts'
import { reply } from '../web/respond.ts'
import { previousPage } from '../web/return-path.ts'

const NOT_SERVED = "Sorry, we don't deliver to that postal code."

export const postalCodeRoutes = new Hono<AppEnv>()

postalCodeRoutes.post(paths.postalCode.pattern, async (c) => {
  const { db, clock } = c.var.services
  const { postal_code, hero } = c.var.body
  const place = readServedPlace(c, postal_code)
  if (!place.ok) return refused(c, place)

  const now = clock.now()
  await rememberPostalCode(db, c.var.visitor.sessionHash, place.postalCode, now)
  const path = checkbox.parse(hero) ? paths.shop() : previousPage(c, paths.shop())
  const message = servedSentence(place.postalCode, earliestOrReason(db, place.postalCode, now))
  return reply(c, 200, { message, redirect_to: path }, { path, flash: { kind: 'notice', message } })
})

/** The same for account pages (CAP-2). `user_token` must be the visitor's own. */
postalCodeRoutes.post(paths.zipCode.pattern, async (c) => {
  const { visitor, body, services } = c.var
  if (!visitor.user) return requireSignIn(c)
  if (body.user_token !== visitor.user.token) return notFound(c)
  const place = readServedPlace(c, body.zipcode)
  if (!place.ok) return refused(c, place, { ultimate_success: false })

  await rememberPostalCode(services.db, visitor.sessionHash, place.postalCode, services.clock.now())
  return reply(c, 200, { ultimate_success: true }, { path: previousPage(c, paths.home()) })
})

type ServedPlace = { ok: true; postalCode: string } | { ok: false; typed: string; message: string }

function readServedPlace(c: Context<AppEnv>, field: unknown): ServedPlace {
  const typed = line(20).safeParse(field).data ?? ''
  if (!isZip(typed)) return { ok: false, typed, message: ZIP_SENTENCE }
  if (!deliveryZone(c.var.services.db, typed).served) return { ok: false, typed, message: NOT_SERVED }
  return { ok: true, postalCode: typed }
}

/** In a browser, the form reopens with the typed text and the message below it. */
function refused(c: Context<AppEnv>, { typed, message }: ServedPlace & { ok: false }, more: object = {}) {
  const flash = { kind: 'danger' as const, message, at: { field: 'postal_code' as const, typed } }
  return reply(c, 422, { ...more, message }, { path: previousPage(c, paths.home()), flash })
}

function servedSentence(postalCode: string, { earliest, noDeliveryReason }: Arrival): string {
  if (earliest) {
    const day = formatDay(earliest.date, 'long') + termsInFull(surchargeTerms(earliest))
    return `Delivering to ${postalCode}, as early as ${day}.`
  }
  return `We saved ${postalCode}, but we can't deliver there right now. ${noDeliveryReason ?? ''}`.trim()
}
