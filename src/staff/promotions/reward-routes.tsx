import { Hono } from 'hono'
import { durably } from '#db/client.ts'
import type { User } from '#db/schema/index.ts'
import { RewardsPage } from '#views/staff/promotions/rewards-page.tsx'
import { actorOf } from '../../accounts/actor.ts'
import { type Ctx, staff } from '../../accounts/guards.ts'
import { lastingUser, userByEmail } from '../../accounts/users.ts'
import { dayIn, SHOP_ZONE } from '../../delivery/zones.ts'
import { paths } from '../../paths.ts'
import { endReward, grantReward, isGranted, rewardById } from '../../pricing/rewards.ts'
import { iso } from '../../privacy/iso.ts'
import type { AppEnv } from '../../web/env.ts'
import { notFound } from '../../web/errors.tsx'
import { readFields } from '../../web/fields.ts'
import { reply, wantsHtml } from '../../web/respond.ts'
import { rowId } from '../../web/row-id.ts'
import { isAboveLimit, OVER_DAY_LIMIT } from '../giving.ts'
import { renderDesk } from '../page.tsx'
import { PRESSED_WITH_OTHER } from '../pressed-again.ts'
import { RewardFields, withCents } from './fields.ts'
import { FIRST_PAGE, listRewards } from './lists.ts'

export const staffRewardRoutes = new Hono<AppEnv>()

staffRewardRoutes.get(
  paths.staffRewards.pattern,
  staff((c, user) => rewardsPage(c, user)),
)

function rewardsPage(c: Ctx, user: User, problem?: string, status: 409 | 422 = 422) {
  const list = listRewards(c.var.services.db, rowId(c.req.query('before')) || FIRST_PAGE)
  if (!wantsHtml(c)) return c.json({ items: list.items.map(rewardJson), next: list.next })
  const view = (
    <RewardsPage
      list={list}
      press={c.var.services.random.token()}
      typed={problem ? c.var.body : {}}
      problem={problem}
    />
  )
  const head = { current: 'promotions' as const, title: 'Rewards', ...(problem && { status }) }
  return renderDesk(c, user, head, view)
}

staffRewardRoutes.post(
  paths.staffRewards.pattern,
  staff(async (c, user) => {
    const { db, clock, random } = c.var.services
    const labels = { amount: 'the amount', name: 'the name', deliver_by: 'the last day' }
    const read = readFields(RewardFields, withCents(c.var.body, 'amount'), labels)
    if (!read.ok) return refuseReward(c, user, read.message)
    const { email, name, amount, deliver_by: deliverBy, press } = read.value
    const found = userByEmail(db, email)
    if (!found) return refuseReward(c, user, 'No account has that email address.')
    const customer = lastingUser(db, found)
    if (customer.id === user.id)
      return refuseReward(c, user, 'This is your own account, so a colleague has to do that.')
    if (deliverBy <= dayIn(SHOP_ZONE, clock.now()))
      return refuseReward(c, user, 'Please pick a later last day.')
    const grant = {
      token: press || random.token(),
      userId: customer.id,
      name,
      amountCents: amount ?? 0,
      deliverBy,
    }
    const now = clock.now()
    const reward = await durably(db, (tx) =>
      !isGranted(tx, grant.token) && isAboveLimit(tx, { userId: user.id, cents: grant.amountCents, now })
        ? 'over_limit'
        : grantReward(tx, grant, actorOf(user), now),
    )
    if (reward === 'over_limit') return refuseReward(c, user, OVER_DAY_LIMIT)
    if (!reward) return refuseReward(c, user, PRESSED_WITH_OTHER, 409)
    const message = `Granted. ${customer.email} sees it among their rewards.`
    const next = { path: paths.staffRewards(), flash: { kind: 'notice' as const, message } }
    return reply(c, 200, { message, id: reward.id }, next)
  }),
)

function refuseReward(c: Ctx, user: User, message: string, status: 409 | 422 = 422) {
  return wantsHtml(c) ? rewardsPage(c, user, message, status) : c.json({ error: message, message }, status)
}

staffRewardRoutes.post(
  paths.endReward.pattern,
  staff(async (c, user) => {
    const { db, clock } = c.var.services
    const reward = rewardById(db, rowId(c.req.param('rewardId')))
    if (!reward) return notFound(c)
    await durably(db, (tx) => endReward(tx, rewardById(tx, reward.id) ?? reward, actorOf(user), clock.now()))
    const message = 'Ended. A box that has used it keeps it.'
    return reply(c, 200, { message }, { path: paths.staffRewards(), flash: { kind: 'notice', message } })
  }),
)

type Row = ReturnType<typeof listRewards>['items'][number]

const rewardJson = ({ id, name, amountCents, deliverBy, grantedAt, email, usedBy, usedByToken }: Row) => ({
  id,
  name,
  amount_cents: amountCents,
  deliver_by: deliverBy,
  granted_at: iso(grantedAt),
  email,
  used_by: usedBy,
  used_by_token: usedByToken,
})
