import { type Context, Hono } from 'hono'
import { rememberPostalCode } from '../accounts/session.ts'
import { formatDay } from '../day.ts'
import { type Arrival, deliveryZone, earliestOrReason } from '../delivery/calendar-facts.ts'
import { isZip, ZIP_SENTENCE } from '../delivery/rules.ts'
import { answer } from '../http/answer.ts'
import type { AppEnv } from '../http/env.ts'
import { line } from '../http/fields.ts'
import { pageBefore } from '../http/go-back.ts'
import { paths } from '../paths.ts'

const NOT_SERVED = "Sorry, we don't deliver to that postal code."

export const postalCodeRoutes = new Hono<AppEnv>()

postalCodeRoutes.post('/v1/update_postal_code', async (c) => {
  const { db, clock } = c.var.services
  const postalCode = line(20).safeParse(c.var.body.postal_code).data ?? ''
  if (!isZip(postalCode)) return refused(c, postalCode, ZIP_SENTENCE)
  if (!deliveryZone(db, postalCode).served) return refused(c, postalCode, NOT_SERVED)

  const now = clock.now()
  await rememberPostalCode(db, c.var.visitor.sessionHash, postalCode, now)
  const path = pageBefore(c, paths.shop())
  const message = servedSentence(postalCode, earliestOrReason(db, postalCode, now))
  return answer(c, 200, { message, redirect_to: path }, { path, flash: { kind: 'notice', message } })
})

/** In a browser the form stands open again, with what was typed in it and the sentence below. */
function refused(c: Context<AppEnv>, typed: string, message: string) {
  const flash = { kind: 'danger' as const, message, at: { field: 'postal_code' as const, typed } }
  return answer(c, 422, { message }, { path: pageBefore(c, paths.home()), flash })
}

function servedSentence(postalCode: string, { earliest, noDays }: Arrival): string {
  if (earliest) return `Delivering to ${postalCode}, as early as ${formatDay(earliest, 'long')}.`
  return `We remember ${postalCode}, but no box can go there now. ${noDays ?? ''}`.trim()
}
