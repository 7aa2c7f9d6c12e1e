import type { Db, Tx } from '#db/client.ts'
import type { Membership, Order } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { itemsOf } from '../orders/items.ts'
import { freeItems, type Gift, giftOn, isGiftAvailable } from '../pricing/gifts.ts'
import type { GiftChoice } from '../pricing/reward-wallet.ts'
import { removeRewardFromOrder, setFreeItem } from '../pricing/rewards.ts'

/** The one chosen last, else the first that's in stock. A box that has one keeps it. */
export function addFreeItem(tx: Tx, membership: Membership, order: Order, now: Instant) {
  if (giftOn(tx, order.id)) return
  const gift = firstThere(tx, membership, order, now)
  if (gift) setFreeItem(tx, order.id, gift.offerId)
}

/** When the card is charged. @returns what was done about a free item that sold out, for the mail */
export function replaceFreeItem(tx: Tx, membership: Membership, order: Order, now: Instant): string | null {
  addFreeItem(tx, membership, order, now)
  const gift = giftOn(tx, order.id)
  if (!gift || gift.rewardId !== null || isThere(tx, order, gift, now)) return null
  const other = membership.whenGone === 'swap' ? firstThere(tx, membership, order, now) : null
  if (other) setFreeItem(tx, order.id, other.offerId)
  else removeRewardFromOrder(tx, order.id)
  const instead = other
    ? `so your free item is ${other.name}, ${other.label}`
    : "so this box doesn't have one"
  return `Your free item, ${gift.name}, is sold out, ${instead}.`
}

export function freeItemChoices(db: Db, order: Order, now: Instant): GiftChoice[] {
  const chosen = giftOn(db, order.id)
  return freeItems(db).map((gift) => {
    const { token, name, label, farm, pictures } = gift
    const isAvailable = isThere(db, order, gift, now)
    const isChosen = gift.offerId === chosen?.offerId
    return { token, name, label, farm, picture: pictures[0] ?? null, isAvailable, isChosen }
  })
}

function firstThere(db: Db, { freeItemId }: Membership, order: Order, now: Instant): Gift | null {
  const gifts = freeItems(db)
  const preferred = gifts.filter(({ offerId }) => offerId === freeItemId)
  return [...preferred, ...gifts].find((gift) => isThere(db, order, gift, now)) ?? null
}

export function isThere(db: Db, { id, fcId }: Order, gift: Gift, now: Instant): boolean {
  return fcId !== null && isGiftAvailable(db, { id, fcId }, itemsOf(db, id), gift, now)
}
