import { readFileSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { durably } from '#db/client.ts'
import { auditEntries } from '#db/schema/index.ts'
import { recordAction } from '#src/audit/audit.ts'
import { changesOf } from '#src/orders/changes.ts'
import { signedIn } from '../../support/account.ts'
import { editableBox } from '../../support/editing.ts'
import { RUTH } from '../../support/staff.ts'

type Box = Awaited<ReturnType<typeof editableBox>>

async function atDesk(wishes: Parameters<typeof editableBox>[0] = {}) {
  const box = await editableBox(wishes)
  const ruth = await signedIn(box.shop, RUTH)
  const change = async (action: 'edit' | 'move', fields: Record<string, unknown>) => {
    const response = await ruth.call('POST', `/staff/orders/${box.token}/${action}`, fields)
    return {
      status: response.status,
      ...((await response.json()) as { message: string; difference_cents: number }),
    }
  }
  return { ...box, ruth, change }
}

const trailOf = ({ db, token }: Box) =>
  db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.subjectToken, token))
    .all()
    .map(({ verb, actorName, reason }) => [verb, actorName, reason])

const changedBy = ({ db, order }: Box) => changesOf(db, order().id).map(({ kind, by }) => [kind, by])

test("STF-2 ORD-7 staff reduce a customer's box, and the difference is refunded", async () => {
  const box = await atDesk({ shares: 2 })
  const { change, order, share, shop } = box
  const edit = { items: [{ bid_item_token: share, quantity: 1 }] }
  const shown = await change('edit', edit)
  expect([shown.status, shown.difference_cents < 0]).toEqual([200, true])
  const confirmed = {
    ...edit,
    confirmed: true,
    version: order().version,
    difference_cents: shown.difference_cents,
  }
  expect((await change('edit', confirmed)).status).toBe(422) // no reason was given
  const made = await change('edit', { ...confirmed, reason: 'She asked by phone.' })
  expect([made.status, made.message]).toEqual([200, 'The box is changed. The customer gets an email.'])
  expect((await change('edit', { ...confirmed, reason: 'Again.' })).status).toBe(409) // it was for the previous version
  await shop.settleDown()
  expect(changedBy(box)).toEqual([['edited', 'staff']])
  expect(trailOf(box)).toEqual([['order.edited', 'Ruth Abernathy', 'She asked by phone.']])
  expect(box.problems()).toEqual([])
})

test('STF-2 an edit with a surcharge charges the saved card once, and only with consent', async () => {
  const box = await atDesk({ isKept: true })
  const { change, order, share, shop } = box
  const edit = { items: [{ bid_item_token: share, quantity: 2 }] }
  const { difference_cents } = await change('edit', edit)
  const confirmed = {
    ...edit,
    confirmed: true,
    version: order().version,
    difference_cents,
    reason: 'She wants one more.',
  }
  expect((await change('edit', confirmed)).status).toBe(422)
  const both = await Promise.all([1, 2].map(() => change('edit', { ...confirmed, consent: true })))
  expect(both.map(({ status }) => status).toSorted()).toContain(200)
  await shop.settleDown()
  expect(box.ledger().map(([kind]) => kind)).toEqual(['charge', 'charge'])
  expect(changedBy(box)).toEqual([['edited', 'staff']])
  expect(trailOf(box)).toEqual([['order.edited', 'Ruth Abernathy', 'She wants one more.']])
  expect(box.problems()).toEqual([])
})

test('STF-2 without a saved card only the customer can make an edit with a surcharge', async () => {
  const box = await atDesk()
  const fields = {
    items: [{ bid_item_token: box.share, quantity: 2 }],
    confirmed: true,
    version: box.order().version,
    reason: 'She wants one more.',
    consent: true,
  }
  const refused = await box.change('edit', fields)
  expect([refused.status, refused.message]).toEqual([
    409,
    expect.stringContaining("We don't keep this order's card"),
  ])
  expect([box.waiting(), changedBy(box)]).toEqual([[], []])
})

test('STF-2 staff move a box to another day, once, and its timeline says so', async () => {
  const box = await atDesk()
  const { change, order, ruth, token } = box
  const date = '2026-12-03'
  expect((await change('move', { arrival_date: date })).status).toBe(422)
  const moves = await Promise.all(
    [1, 2].map(() => change('move', { arrival_date: date, reason: 'She is away.' })),
  )
  expect(moves.map(({ status }) => status)).toEqual([200, 200])
  expect(order().arrivalOn).toBe(date)
  expect(changedBy(box)).toEqual([['moved', 'staff']])
  const again = await change('move', { arrival_date: date, reason: 'She is away.' })
  expect(again.message).toBe('It’s on that day now.')
  expect(trailOf(box)).toEqual([['order.moved', 'Ruth Abernathy', 'She is away.']])
  expect((await change('move', { arrival_date: '2026-12-25', reason: 'x' })).status).toBe(409)
  expect(await (await ruth.visit(`/staff/orders/${token}`)).text()).toContain('Staff moved it to Thu, Dec 3')
})

test("STF-2 a partly refunded box can't be reduced by more than what is left", async () => {
  const box = await atDesk({ shares: 2 })
  const { ruth, token, change, order, share, shop } = box
  const left = order().totalCents ?? 0
  await ruth.call('POST', `/staff/orders/${token}/refund`, {
    amount_cents: left - 500,
    reason: 'Half thawed.',
  })
  const edit = { items: [{ bid_item_token: share, quantity: 1 }], confirmed: true, reason: 'One less.' }
  const refused = await change('edit', { ...edit, version: order().version })
  expect([refused.status, refused.message]).toEqual([
    409,
    expect.stringContaining('Part of this order was refunded'),
  ])
  await shop.settleDown()
  expect(box.refunds().reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(left - 500)
  expect(box.problems()).toEqual([])
})

test('STF-2 without scripts an edit shows its difference before it is confirmed', async () => {
  const { ruth, token, share, order } = await atDesk({ shares: 2 })
  const path = `/staff/orders/${token}/edit`
  expect(await (await ruth.visit(path)).text()).toContain(`quantities[${share}]`)
  const shown = await ruth.submit('POST', path, { [`quantities[${share}]`]: '1' })
  expect(await shown.text()).toMatch(/goes back/)
  const made = await ruth.submit('POST', path, {
    [`quantities[${share}]`]: '1',
    confirmed: 'true',
    version: String(order().version),
    reason: 'One less.',
  })
  expect([made.status, made.headers.get('location')]).toEqual([303, `/staff/orders/${token}`])
})

test('STF-2 a refused confirmation asks again with its reason, and unreadable quantities show the form', async () => {
  const { ruth, token, share, order } = await atDesk({ shares: 2 })
  const path = `/staff/orders/${token}/edit`
  const send = async (fields: Record<string, string>) => {
    const refused = await ruth.submit('POST', path, fields)
    return [refused.status, await refused.text()] as const
  }
  const confirmed = {
    [`quantities[${share}]`]: '1',
    confirmed: 'true',
    version: String(order().version),
  }
  const reason = 'She called at noon. '.repeat(30).trim()
  const [status, page] = await send({ ...confirmed, reason })
  expect(status).toBe(422)
  for (const kept of ['Change this box?', 'goes back', `value="${reason}"`]) expect(page).toContain(kept)
  expect((await send({ ...confirmed, reason: '' }))[1]).toContain('Change this box?')

  const [unread, form] = await send({ [`quantities[${share}]`]: 'two' })
  expect([unread, form.includes(`name="quantities[${share}]"`)]).toEqual([422, true])
  expect(form).toContain('Please check the quantities: whole numbers.')
})

test('STF-2 the timeline of an order says in words what people did to it, a short box once', async () => {
  const { shop, ruth, token, order } = await atDesk()
  const words = readFileSync('views/staff/audit-words.ts', 'utf8')
  const verbs = [...words.matchAll(/'order\.([a-z_]+)':/g)].map(([, verb]) => `order.${verb}` as const)
  expect(verbs).toContain('order.cancel_asked')
  const subject = { kind: 'order', token, label: order().identifier }
  await durably(shop.db, (tx) => {
    for (const verb of verbs) recordAction(tx, { actor: null, verb, subject, now: shop.clock.now() })
  })
  const { timeline } = await (await ruth.call('GET', `/staff/orders/${token}`)).json()
  const titles = timeline.map(({ title }: { title: string }) => title)
  expect(titles).toContain('Refunded')
  expect(titles.filter((title: string) => /^[a-z]/.test(title))).toEqual([])
})
