import { isNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { offers, staffFlags } from '#db/schema/index.ts'
import { paths } from '#src/paths.ts'
import { ANA, BEN, signedIn, userOf } from '../support/account.ts'
import { arrivedBox, tell } from '../support/claims.ts'
import { RUTH } from '../support/staff.ts'
import { world } from '../support/world.ts'

async function toldOf() {
  const box = await arrivedBox()
  await tell(box.ana, box.token, { lines: box.lines(), note: 'Soft' })
  const id = box.claims()[0]?.id ?? 0
  const send = (path: string, fields: Record<string, string>) => box.ruth.submit('POST', path, fields)
  const answer = (fields: Record<string, string>) => send(paths.staffClaim(id), fields)
  return { ...box, id, send, answer }
}

test('ORD-9 a refused answer to a claim shows the claim again with its amount and words', async () => {
  const { answer } = await toldOf()
  const words = 'So sorry about the roast, Ana.'
  for (const [fields, status, kept] of [
    [{ answer: 'refund', amount: 'ten' }, 422, 'value="ten"'],
    [{ answer: 'refund', amount: '9999.00' }, 422, 'value="9999.00"'],
    [{ answer: 'perhaps', amount: '2.50' }, 422, 'value="2.50"'],
  ] as const) {
    const refused = await answer({ ...fields, words })
    const page = await refused.text()
    expect([refused.status, page.includes(kept), page.includes(`>${words}</textarea>`)]).toEqual([
      status,
      true,
      true,
    ])
    expect(page).toMatch(/role="alert"[^>]*autofocus/)
  }
  const long = await answer({ answer: 'refund', amount: '2.50', words: 'a'.repeat(501) })
  expect(await long.text()).toContain('Please check “To the shopper”: at most 500 characters.')
})

test('ORD-9 an answer that the bank or another answer forbids shows the claim, not an error page', async () => {
  const { answer, shop, intentId } = await toldOf()
  shop.standIn.bank.dispute(intentId)
  await shop.settleDown()
  const disputed = await answer({ answer: 'refund', amount: '2.50', words: 'Sorry, Ana.' })
  const page = await disputed.text()
  expect([disputed.status, page.includes('value="2.50"'), page.includes('>Sorry, Ana.</textarea>')]).toEqual([
    409,
    true,
    true,
  ])

  const other = await toldOf()
  await other.answer({ answer: 'refund', amount: '2.50', words: '' })
  const again = await other.answer({ answer: 'refund', amount: '2.50', words: '' })
  const shown = await again.text()
  expect([again.status, shown.includes('This claim was answered before.')]).toEqual([409, true])
  expect(shown).toContain('class="staff-claim"')
})

test('ORD-9 a refused charge to a farm keeps the amount', async () => {
  const { answer, send, id, ruth } = await toldOf()
  await answer({ answer: 'refund', amount: '2.50', words: '' })
  const page = await (await ruth.visit(paths.staffClaim(id))).text()
  const farm = /name="farm" value="([^"]+)"/.exec(page)?.[1] ?? ''
  const refused = await send(paths.chargeClaim(id), { farm, amount: '9999.00', seen_cents: '0' })
  const shown = await refused.text()
  expect([refused.status, shown.includes('value="9999.00"')]).toEqual([422, true])
  const stale = await send(paths.chargeClaim(id), { farm, amount: '1.00', seen_cents: '77' })
  expect([stale.status, (await stale.text()).includes('value="1.00"')]).toEqual([409, true])
})

test('VEN-2 a refused stock correction keeps its change and reason, and names the labels', async () => {
  const shop = await world()
  const ruth = await signedIn(shop, RUTH)
  const offer = shop.db.select({ token: offers.token }).from(offers).get()?.token ?? ''
  const page = await (await ruth.visit(paths.staffOffer(offer))).text()
  const seen = /name="seen_units" value="(\d+)"/.exec(page)?.[1] ?? ''
  const correct = async (fields: Record<string, string>) => {
    const refused = await ruth.submit('POST', paths.correctStock(offer), { center: '1', ...fields })
    return { status: refused.status, page: await refused.text() }
  }
  const tooLong = await correct({ change: 'too many', reason: 'Torn <seals>', seen_units: seen })
  expect(tooLong.status).toBe(422)
  for (const kept of [
    'Please check “Change”: at most 7 characters.',
    'value="too many"',
    'Torn &lt;seals&gt;',
  ])
    expect(tooLong.page).toContain(kept)
  expect(tooLong.page.split('value="too many"')).toHaveLength(2)

  const stale = await correct({ change: '+41', reason: 'Counted', seen_units: String(Number(seen) + 1) })
  expect(stale.status).toBe(409)
  for (const kept of ['value="+41"', 'value="Counted"']) expect(stale.page).toContain(kept)
  const noReason = await correct({ change: '+41', reason: '', seen_units: seen })
  expect(noReason.page).toContain('Please check “Why”: say why the number is different.')
})

test('STF-4 a merge with too long a reason keeps it, instead of finding nothing', async () => {
  const shop = await world()
  const ruth = await signedIn(shop, RUTH)
  const [kept, other] = [userOf(shop, ANA).token, userOf(shop, BEN).token]
  const reason = 'She called. '.repeat(50).trim()
  const refused = await ruth.submit('POST', `/staff/customers/${kept}/merge`, { other, mark: 'x', reason })
  const page = await refused.text()
  expect(refused.status).toBe(422)
  for (const words of ['“How you know that both are the same person”: at most 500', `${reason}`])
    expect(page).toContain(words)
})

test('STF-9 a refused export shows the exports again with its dates and center', async () => {
  const shop = await world()
  const ruth = await signedIn(shop, RUTH)
  const typed = { from: '2026-12-20', to: '2026-10-01', center: 'truckee-meadows' }
  const refused = await ruth.submit('POST', paths.staffExport('tax'), typed)
  const page = await refused.text()
  expect(refused.status).toBe(422)
  for (const kept of ['the first before the second', 'value="2026-12-20"', 'value="2026-10-01"'])
    expect(page.split(kept)).toHaveLength(2)
  const scoped = await (await ruth.submit('POST', paths.staffExport('orders'), typed)).text()
  expect(scoped.split('value="truckee-meadows" selected')).toHaveLength(2)
})

test('STF-1 a flag whose resolution is too long keeps it, and names its field', async () => {
  const shop = await world()
  const ruth = await signedIn(shop, RUTH)
  const [flag] = shop.db.select().from(staffFlags).where(isNull(staffFlags.resolvedAt)).all()
  const resolution = 'a'.repeat(501)
  const refused = await ruth.submit('POST', `/staff/flags/${flag?.id}/resolve`, { resolution })
  expect(refused.status).toBe(422)
  const page = await refused.text()
  expect(page).toContain('Please check “What you did, or why nothing is needed”: at most 500 characters.')
  expect(page).toContain(`>${resolution}</textarea>`)
})
