import { type Db, type DurableTx, durably, type Tx } from '#db/client.ts'
import type { Order, Promotion } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { formatCents } from '../money.ts'
import { recordBoxChanged } from '../orders/box-changed.ts'
import { changeableOrder, changeOpenOrder, type Unchangeable } from '../orders/open-order.ts'
import { giftCardMark } from '../pricing/entered-codes.ts'
import { priceFacts, promotedOrder } from '../pricing/facts.ts'
import { addGiftCard, findGiftCard, removeGiftCard, usableCards } from '../pricing/gift-cards.ts'
import {
  findPromotion,
  freeItemOf,
  type PromotionRefusal,
  promotionOf,
  promotionRefusal,
  removePromotion,
  setPromotion,
} from '../pricing/promotions.ts'
import { promotionDescription, promotionSentence } from '../pricing/sentences.ts'
import { CODE_SENTENCES, type CodeRefusal, combineSentence } from './code-sentences.ts'
import { savings } from './savings.ts'

export type CodeChange =
  | { ok: true; message: string }
  | Unchangeable
  | { ok: false; reason: CodeRefusal | PromotionRefusal | 'not_combinable'; message: string }

/** Every list is bounded (GND-10). */
const MAX_GIFT_CARDS = 10

/**
 * Puts a promotion or a gift card on an order. Only payment uses a code up, so several orders may carry the same one
 * until PREPARE claims it.
 */
export const enterCode = (db: Db, orderId: number, typed: string, now: Instant): Promise<CodeChange> =>
  durably(db, (tx) => enterCodeIn(tx, orderId, typed, now))

export function enterCodeIn(tx: DurableTx, orderId: number, typed: string, now: Instant): CodeChange {
  const open = changeableOrder(tx, orderId, now)
  if (!open.ok) return open
  const { order } = open
  const code = typed.replace(/\s/g, '').toUpperCase()
  if (code === '') return refused('code_missing')
  const promotion = findPromotion(tx, code)
  return promotion ? enterPromotion(tx, order, promotion, now) : enterGiftCard(tx, order, code, now)
}

export const removeCode = (db: Db, orderId: number, mark: string, now: Instant): Promise<CodeChange> =>
  durably(db, (tx) => removeCodeIn(tx, orderId, mark, now))

export function removeCodeIn(tx: DurableTx, orderId: number, mark: string, now: Instant): CodeChange {
  const open = changeableOrder(tx, orderId, now)
  if (!open.ok) return open
  const { order } = open
  const promotion = promotionOf(tx, order.id)
  const card = usableCards(tx, order.id, now).find(
    ({ giftCardId, isStoreCredit }) => !isStoreCredit && giftCardMark(order, giftCardId) === mark,
  )
  if (promotion?.code === mark) removePromotion(tx, order.id)
  else if (card) removeGiftCard(tx, order.id, card.giftCardId)
  else return refused('not_entered')
  changeOpenOrder(tx, order, now)
  recordBoxChanged(tx, order, now)
  return { ok: true, message: card ? 'We removed your gift card.' : `We removed ${mark}.` }
}

const refused = (reason: CodeRefusal): CodeChange => ({ ok: false, reason, message: CODE_SENTENCES[reason] })

function enterPromotion(tx: Tx, order: Order, promotion: Promotion, now: Instant): CodeChange {
  const { code } = promotion
  const facts = priceFacts(tx, order, now)
  const reason = promotionRefusal(tx, promotion, promotedOrder(tx, order, facts.items), now)
  if (reason)
    return { ok: false, reason, message: promotionSentence(reason, code, freeItemOf(tx, promotion)) }

  const current = promotionOf(tx, order.id)
  if (current?.id === promotion.id) return { ok: true, message: `${code} is already on your box.` }
  // A current promotion that no longer applies is replaced.
  if (current && facts.promotion !== null) {
    const message = combineSentence(current.code, code, savings(facts, current, promotion))
    return { ok: false, reason: 'not_combinable', message }
  }
  setPromotion(tx, order.id, promotion.id)
  changeOpenOrder(tx, order, now)
  return { ok: true, message: `We applied ${code}: ${promotionDescription(promotion)}.` }
}

function enterGiftCard(tx: Tx, order: Order, code: string, now: Instant): CodeChange {
  const card = findGiftCard(tx, code)
  if (!card) return refused('unknown')
  if (card.balanceCents === 0) return refused('gift_card_empty')
  if (card.frozenAt !== null) return refused('gift_card_frozen')
  const cards = usableCards(tx, order.id, now)
  if (cards.some(({ giftCardId }) => giftCardId === card.id))
    return { ok: true, message: 'Your gift card is already on your box.' }
  if (cards.filter(({ isStoreCredit }) => !isStoreCredit).length >= MAX_GIFT_CARDS)
    return refused('too_many_cards')

  addGiftCard(tx, order.id, card.id)
  changeOpenOrder(tx, order, now)
  return { ok: true, message: `We applied your gift card with a ${formatCents(card.balanceCents)} balance.` }
}
