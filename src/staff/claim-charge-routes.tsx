import { Hono } from 'hono'
import { z } from 'zod'
import { durably } from '#db/client.ts'
import type { User } from '#db/schema/index.ts'
import { actorOf } from '../accounts/actor.ts'
import { type Ctx, staff } from '../accounts/guards.ts'
import { recordAction } from '../audit/audit.ts'
import { type ClaimCharged, chargeClaim } from '../farm-money/claim-charges.ts'
import { formatCents, parseDollars } from '../money.ts'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { notFound } from '../web/errors.tsx'
import { digits, line, readFields } from '../web/fields.ts'
import { reply, wantsHtml } from '../web/respond.ts'
import { rowId } from '../web/row-id.ts'
import { refuseOnClaim } from './claim-page.tsx'

export const claimChargeRoutes = new Hono<AppEnv>()

const ChargeFields = z.object({ farm: line(80), amount: line(12), seen_cents: digits(9) })

claimChargeRoutes.post(
  paths.chargeClaim.pattern,
  staff(async (c, user) => {
    const { db, clock } = c.var.services
    const claimId = rowId(c.req.param('claimId'))
    const read = readFields(ChargeFields, c.var.body, { amount: '“What the farm bears”' })
    if (!read.ok) return refuseOnClaim(c, user, claimId, { status: 422, message: read.message })
    const { farm: slug, amount, seen_cents: seen } = read.value
    const cents = parseDollars(amount)
    if (cents === null) return refuseAmount(c, user, claimId, 'Please enter an amount like 12.50.')
    const charge = { claimId, slug, cents, seenCents: Number(seen || '0') }
    const charged = await durably(db, (tx) => {
      const outcome = chargeClaim(tx, charge, clock.now())
      if (outcome.ok && outcome.isNew)
        recordAction(tx, {
          actor: actorOf(user),
          verb: 'claim.charged_to_farm',
          subject: { kind: 'claim', token: String(claimId), label: `Claim ${claimId}` },
          detail: { farm: slug, before: charge.seenCents, after: cents },
          now: clock.now(),
        })
      return outcome
    })
    if (!charged.ok) return refuseCharge(c, user, claimId, charged)
    const message = cents === 0 ? 'The farm bears none of it.' : `The farm bears ${formatCents(cents)} of it.`
    return reply(
      c,
      200,
      { message, charged_cents: cents },
      { path: paths.staffClaim(claimId), flash: { kind: 'notice', message } },
    )
  }),
)

function refuseCharge(c: Ctx, user: User, claimId: number, charged: ClaimCharged & { ok: false }) {
  if (charged.code === 'unknown') return notFound(c)
  const { name, atMostCents, chargedCents } = charged.farm
  if (charged.code === 'too_much')
    return refuseAmount(c, user, claimId, `These lines cost ${formatCents(atMostCents)} at most.`)
  const message = `Someone else changed this: ${name} now bears ${formatCents(chargedCents)}. Please check again.`
  return refuseOnClaim(c, user, claimId, { status: 409, message })
}

function refuseAmount(c: Ctx, user: User, claimId: number, message: string) {
  const errors = { amount: message }
  return wantsHtml(c)
    ? refuseOnClaim(c, user, claimId, { status: 422, message })
    : c.json({ error: message, message, errors }, 422)
}
