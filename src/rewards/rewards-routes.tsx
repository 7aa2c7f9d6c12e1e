import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { Order, User } from '#db/schema/index.ts'
import { RewardsPage } from '#views/rewards/rewards-page.tsx'
import { refuseClosedOrder } from '../orders/closed-order.ts'
import { itemsOf } from '../orders/items.ts'
import { findCart } from '../orders/open-order.ts'
import { ownOrder } from '../orders/own-order.ts'
import { paths } from '../paths.ts'
import { walletOf } from '../pricing/reward-wallet.ts'
import { storeCreditOf } from '../pricing/store-credit.ts'
import type { AppEnv } from '../web/env.ts'
import { line, readFields } from '../web/fields.ts'
import { renderPage } from '../web/page.tsx'
import { requireSignIn } from '../web/require-sign-in.ts'
import { reply } from '../web/respond.ts'
import { previousPage } from '../web/return-path.ts'
import { type RewardChange, redeemReward, removeReward } from './redemption.ts'

export const rewardsRoutes = new Hono<AppEnv>()

type Ctx = Context<AppEnv>

rewardsRoutes.get(paths.rewards.pattern, (c) => {
  const { services, visitor } = c.var
  const { db, clock } = services
  if (!visitor.user) return requireSignIn(c)
  const order = findCart(db, visitor)
  const items = order ? itemsOf(db, order.id) : []
  const holder = { userId: visitor.user.id, order, items, postalCode: visitor.postalCode }
  const rewards = walletOf(db, holder, clock.now())
  const page = (
    <RewardsPage
      rewards={rewards}
      credit={storeCreditOf(db, services.config, visitor.user.id)}
      orderToken={items.length > 0 ? (order?.token ?? null) : null}
    />
  )
  return renderPage(c, page, { title: 'Rewards', indexed: false })
})

const RewardFields = z.object({ promotion_id: line(64), bid_item_token: line(64) })

/** The page's script sends to the same path with `.json` appended. */
rewardsRoutes.put(
  paths.orderReward.pattern,
  ownOrder((c, order) =>
    changed(c, order, ({ id: userId }) => {
      const { services, visitor, body } = c.var
      const read = readFields(RewardFields, body)
      const { promotion_id: rewardToken, bid_item_token: giftToken } = read.ok ? read.value : NO_FIELDS
      const request = { userId, rewardToken, giftToken, postalCode: visitor.postalCode }
      return redeemReward(services.db, order.id, request, services.clock.now())
    }),
  ),
)

rewardsRoutes.delete(
  paths.orderReward.pattern,
  ownOrder((c, order) =>
    changed(c, order, () => removeReward(c.var.services.db, order.id, c.var.services.clock.now())),
  ),
)

const NO_FIELDS = { promotion_id: '', bid_item_token: '' }

async function changed(c: Ctx, order: Order, change: (user: User) => Promise<RewardChange>) {
  const { user } = c.var.visitor
  if (!user) return requireSignIn(c)
  const outcome = await change(user)
  if (!outcome.ok && outcome.reason === 'order_placed') return refuseClosedOrder(c, order)
  return respond(c, outcome, c.req.path.endsWith('.json'))
}

type ReportedChange = Exclude<RewardChange, { reason: 'order_placed' }>

function respond(c: Ctx, { ok, message }: ReportedChange, isJson: boolean) {
  const status = ok ? 200 : 422
  const json = ok ? { message } : { message, error: message }
  if (isJson) return c.json(json, status)
  const flash = { kind: ok ? 'notice' : 'danger', message } as const
  return reply(c, status, json, { path: previousPage(c, paths.cart()), flash })
}
