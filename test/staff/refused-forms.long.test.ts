import { expect, test } from 'vitest'
import { paths } from '#src/paths.ts'
import { arrivedBox, tell } from '../support/claims.ts'

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
