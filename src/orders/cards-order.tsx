import type { Context } from 'hono'
import type { Order } from '#db/schema/index.ts'
import { CardsOrderPage } from '#views/gift-cards/cards-order-page.tsx'
import type { AppEnv } from '../web/env.ts'
import { boughtCardFacts } from './bought-card-facts.ts'
import { cardsOrder } from './placed.ts'
import { returnedOf } from './returned-money.ts'

type Shown = { isOwn: boolean; key: string | null; isNew?: boolean }

/** The page of an order of gift cards alone, as confirmation and later. */
export function cardsOrderView(c: Context<AppEnv>, order: Order, { isOwn, key, isNew = false }: Shown) {
  const { db, clock, config, random } = c.var.services
  return (
    <CardsOrderPage
      order={cardsOrder(db, order)}
      token={order.token}
      state={order.state}
      placedAt={order.placedAt ?? order.createdAt}
      returned={returnedOf(db, order)}
      cards={boughtCardFacts(db, config, order, { isOwn, now: clock.now() })}
      receiptKey={key}
      press={random.token()}
      isNew={isNew}
      isOwn={isOwn}
      store={config.store}
    />
  )
}
