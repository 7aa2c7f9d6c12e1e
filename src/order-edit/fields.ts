import { z } from 'zod'
import { GiftFields, giftChoiceOf, optionalTick } from '../checkout/gift-fields.ts'
import type { Body } from '../web/env.ts'
import { checkbox, digits, line } from '../web/fields.ts'

const WHOLE = 'whole numbers'

/** Empty is none. Far too many are refused by the most that can be bought, like one too many. */
const quantity = digits(20).transform((typed, context): number => {
  if (/^\d*$/.test(typed)) return Math.min(Number(typed), 9_999)
  context.addIssue({ code: 'custom', message: WHOLE })
  return z.NEVER
})

const Items = z
  .array(z.object({ bid_item_token: line(40), quantity }))
  .nullish()
  .transform((items) => (items ?? []).map(({ bid_item_token: token, quantity }) => ({ token, quantity })))

/** As the page's form sends them: one field per line. */
const Quantities = z
  .record(line(40), quantity)
  .nullish()
  .transform((quantities) =>
    Object.entries(quantities ?? {}).map(([token, quantity]) => ({ token, quantity })),
  )

const centsIn = (typed: string) => (/^-?\d+$/.test(typed) ? Number(typed) : null)

/** `enter`: the Enter key, which searches only if another word than the `searched` one was typed. */
export const SearchFields = z.object({ find: line(10), enter: line(10), q: line(64), searched: line(64) })

export const isSearch = ({ find, enter, q, searched }: z.output<typeof SearchFields>): boolean =>
  find !== '' || (enter !== '' && q !== searched)

/** `find`: show what can be added instead. `difference_cents`: what the page showed; it is compared, never charged. */
export const EditFields = z
  .object({
    items: Items,
    quantities: Quantities,
    confirmed: checkbox,
    version: digits(9),
    difference_cents: digits(9),
    card: line(10),
    ...SearchFields.shape,
    ...GiftFields.shape,
  })
  .transform((wire) => ({
    wish: { items: [...wire.items, ...wire.quantities], gift: giftChoiceOf(wire) },
    isConfirmed: wire.confirmed,
    version: centsIn(wire.version),
    shownCents: centsIn(wire.difference_cents),
    withKeptCard: wire.card !== 'new',
    isFinding: isSearch(wire),
    query: wire.q,
  }))

export type EditForm = z.output<typeof EditFields>

export const EDIT_LABELS = {
  items: 'the quantities',
  quantities: 'the quantities',
  gift_info: 'your gift details',
}

const Readable = z.record(z.string(), quantity.nullable().catch(null)).catch({})
const ReadableGift = z.record(z.string(), z.string().catch('')).catch({})

/** What can be read of a form that can't be read as a whole, to show it again. */
export function readableWish(body: Body): EditForm['wish'] {
  const quantities = Object.entries(Readable.parse(body.quantities ?? {}))
  const gift = ReadableGift.parse(body.gift_info ?? {})
  const { recipient_name: recipientName = '', recipient_email: recipientEmail = '', message = '' } = gift
  return {
    items: quantities.flatMap(([token, quantity]) => (quantity === null ? [] : [{ token, quantity }])),
    gift: giftChoiceOf({
      gift_order: optionalTick.parse(body.gift_order),
      gift_info: { recipientName, recipientEmail, message },
    }),
  }
}
