import { z } from 'zod'
import { GiftFields, giftChoiceOf } from '../checkout/gift-fields.ts'
import { checkbox, digits, line } from '../web/fields.ts'

const WHOLE = 'whole numbers'

/** Empty is none. */
const quantity = digits(4).transform((typed, context): number => {
  if (/^\d*$/.test(typed)) return Number(typed)
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

/** `find`: show what can be added instead. `difference_cents`: what the page showed; it is compared, never charged. */
export const EditFields = z
  .object({
    items: Items,
    quantities: Quantities,
    confirmed: checkbox,
    version: digits(9),
    difference_cents: digits(9),
    card: line(10),
    find: line(10),
    q: line(64),
    ...GiftFields.shape,
  })
  .transform((wire) => ({
    wish: { items: [...wire.items, ...wire.quantities], gift: giftChoiceOf(wire) },
    isConfirmed: wire.confirmed,
    version: centsIn(wire.version),
    shownCents: centsIn(wire.difference_cents),
    withKeptCard: wire.card !== 'new',
    isFinding: wire.find !== '',
    query: wire.q,
  }))

export type EditForm = z.output<typeof EditFields>

export const EDIT_LABELS = {
  items: 'the quantities',
  quantities: 'the quantities',
  gift_info: 'your gift details',
}
