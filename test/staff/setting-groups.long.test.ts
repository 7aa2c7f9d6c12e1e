import { JSDOM } from 'jsdom'
import { expect, test } from 'vitest'
import { settingVersions } from '#db/schema/index.ts'
import { SETTING_GROUPS } from '#src/shop-settings/groups/index.ts'
import { mailsTo, signedIn } from '../support/account.ts'
import { expectOk, fillCart, prepareToPay, readyToPay, SEATTLE } from '../support/buying.ts'
import { actionsOf } from '../support/catalog-desk.ts'
import { shippedBox } from '../support/parcels.ts'
import { type SettingAnswer, settingsDesk } from '../support/settings-desk.ts'
import type { Shopper } from '../support/shopper.ts'
import { RUTH } from '../support/staff.ts'
import { WAVE, waveShop } from '../support/waves.ts'
import type { World } from '../support/world.ts'

type Rows = Record<string, unknown>[]
type Value = Record<string, string> & { rows: Rows }
type Fields = [name: string, value: string][]

const SAVED = 'Nothing has changed since the last save.'

/** What a browser sends with this button's form. */
function formOf(page: string, button: string): Fields {
  const { window } = new JSDOM(page)
  const found = [...window.document.querySelectorAll('button')].find(
    ({ textContent }) => textContent?.trim() === button,
  )
  if (!found?.form) throw new Error(`no form has “${button}”`)
  const sent = [...new window.FormData(found.form)].filter(([, value]) => typeof value === 'string')
  return [...(sent as Fields), [found.name, found.value]]
}

const withFields = (fields: Fields, changed: Record<string, string>): Fields => [
  ...fields.filter(([name]) => !(name in changed)),
  ...Object.entries(changed),
]

async function desk(made?: World) {
  const { shop, ruth, ask, read: readAll } = await settingsDesk(made)
  const sendForm = (group: string, fields: Fields, accept = 'text/html') =>
    ruth.send(`/staff/settings/${group}`, {
      method: 'POST',
      headers: { accept, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    })
  const pageOf = async (group: string) => (await ruth.visit(`/staff/settings/${group}`)).text()
  const read = async (group: string) => (await readAll(group)).value as Value
  /** Changes only these fields. Time passes afterwards, since checkouts of the same moment keep the old values. */
  const change = async (group: string, changed: Record<string, unknown>, seen = 0) => {
    const answer = await ask(group, { ...(await read(group)), ...changed, seen })
    expect(answer.message).toMatch(/^Saved\./)
    shop.pass(1_000)
  }
  return { shop, ruth, sendForm, pageOf, read, ask, change }
}

const textOf = async (who: Shopper, path: string) =>
  (await (await who.visit(path)).text()).replace(/<[^>]+>/g, '').replace(/\s+/g, ' ')

type GroupChange = {
  changed: (fields: Record<string, string>) => Record<string, string>
  differences: SettingAnswer['differences']
}
const one = (name: string, value: string, label: string, before: string, after = value): GroupChange => ({
  changed: () => ({ [name]: value }),
  differences: [{ label, before, after }],
})

const CHANGES: Record<string, GroupChange> = {
  ordering: one('minimumCents', '60', 'Order minimum', '$49.00', '$60.00'),
  rates: one('rows[0][standardCents]', '21.5', '1: Standard', '$14.95', '$21.50'),
  centers: one('rows[0][street]', '9 Mill Rd', 'Truckee Meadows: Street', expect.any(String) as never),
  zones: {
    changed: ({ chart = '' }) => ({ chart: `${chart}\n98101 elsewhere` }),
    differences: [{ label: 'Zones', before: '', after: '98101 elsewhere' }],
  },
  holidays: {
    changed: ({ days = '' }) => ({ days: `2026-11-24 Cider Day\n${days}` }),
    differences: [{ label: 'Closed days, starting today', before: '', after: '2026-11-24 Cider Day' }],
  },
  tax: one('rows[0][groceryRatePpm]', '2.5%', 'Alabama: Percent on groceries', '2%', '2.5%'),
  identity: one('phone', '(206) 555-0100', 'Phone', '(555) 010-0199'),
  logo: one('alt', 'Droveway, "meat" & <farms>', 'What it says', ''),
  look: one('accent', '#1c4f7a', 'Buttons and links', '#7b2320'),
  announcement: one('message', 'Closed on Friday', 'Message', ''),
  banner: {
    changed: () => ({
      'slides[0][title]': 'Lamb',
      'slides[0][link]': '/shop/lamb',
      'slides[0][words]': 'See "it" & more',
    }),
    differences: [{ label: 'Lamb', before: '', after: expect.stringContaining('See "it" & more') as never }],
  },
  collections: one('rows[0][animal]', 'beef', 'Steaks for Saturday: Animal', 'All animals', 'Beef'),
  press: one('papers[0][manner]', 'heavy', 'The Evening Trivet: Letters', 'roman'),
  questions: one(
    'rows[1][answer]',
    'Soon.\n\nReally.',
    'When will my box arrive?: Answer',
    expect.any(String) as never,
  ),
  faq: one(
    'rows[0][section]',
    'after',
    'Do I need an account?: Section',
    'Ordering',
    'After your box arrives',
  ),
  pages: {
    changed: () => ({ terms: 'One line.\n\n- "Two" & <three>' }),
    differences: [
      { label: '/terms, in place of our text', before: '', after: 'One line.\n- "Two" & <three>' },
    ],
  },
  mails: one('closing', 'Warmly, Ruth', 'Last line of every email', ''),
}

test('STF-7 each settings group has a case here', () => {
  expect(Object.keys(CHANGES)).toEqual(SETTING_GROUPS.map(({ id }) => id))
})

test.each(SETTING_GROUPS.map((group) => [group.id, group] as const))(
  'STF-7 %s survives its form, preview and versions with nothing lost',
  async (id, { title, isExample }) => {
    const { shop, ruth, sendForm, pageOf, read } = await desk()
    const before = await read(id)
    const form = formOf(await pageOf(id), 'Preview the change')
    const asIs = await sendForm(id, form, 'application/json')
    if (isExample) expect(await asIs.json()).toMatchObject({ differences: [] })
    else expect(await asIs.json()).toMatchObject({ message: SAVED })

    const { changed, differences } = CHANGES[id]!
    const typed: Fields = withFields(form, {
      ...changed(Object.fromEntries(form)),
      reason: 'A "good" reason',
    })
    const asked = (await (await sendForm(id, typed, 'application/json')).json()) as SettingAnswer
    expect(asked.differences).toEqual(differences)
    const preview = await (await sendForm(id, typed)).text()
    expect(preview).toContain('Before you save')
    expect([await read(id), shop.db.select().from(settingVersions).all()]).toEqual([before, []])

    const confirm = formOf(preview, 'Save')
    const edited = await (await sendForm(id, withFields(confirm, { step: 'edit' }))).text()
    const again = await sendForm(id, formOf(edited, 'Preview the change'), 'application/json')
    expect(((await again.json()) as SettingAnswer).differences).toEqual(differences)

    expect((await sendForm(id, confirm)).headers.get('location')).toBe(`/staff/settings/${id}`)
    const saved = await read(id)
    expect(saved).not.toEqual(before)
    const page = await pageOf(id)
    expect(page).toContain('“A &quot;good&quot; reason”')
    const unchanged = await sendForm(id, formOf(page, 'Preview the change'), 'application/json')
    expect(await unchanged.json()).toMatchObject({ message: SAVED })

    const late = await sendForm(id, withFields(confirm, { reason: 'Too late' }))
    expect(late.status).toBe(409)
    expect(await late.text()).toContain('Keep the saved version')
    expect(await read(id)).toEqual(saved)

    const back = await (await sendForm(id, formOf(page, 'Bring back version 1'))).text()
    expect(back).toContain('Before version 1 comes back')
    expect((await sendForm(id, formOf(back, 'Bring back version 1'))).status).toBe(303)
    expect(await read(id)).toEqual(before)
    expect(actionsOf(shop, 'setting.saved', 'setting.restored')).toMatchObject([
      { verb: 'setting.saved', subjectToken: id, subjectLabel: title, reason: 'A "good" reason' },
      { verb: 'setting.restored', subjectToken: id, detail: { version: 3, restores: 1 } },
    ])
    expect((await ruth.visit('/staff/audit')).status).toBe(200)
  },
)

test("STF-7 the shop's name and contact details show on pages, in emails and on packing slips", async () => {
  const { shop, dale, boxes } = await waveShop()
  const { change } = await desk(shop)
  const guest = await shop.shopper()
  const identity = { name: 'Prairie & Sons', email: 'hi@prairie.example', phone: '(206) 555-0100' }
  await change('identity', { ...identity, address: '5 Mill Rd, Reno, NV 89502' })
  for (const path of ['/', '/cart', '/shop/beef', '/faq', '/about', '/contact', '/privacy', '/terms']) {
    const page = await (await guest.visit(path)).text()
    expect(page, path).toMatch(/<title>[^<]*Prairie &amp; Sons/)
    expect(page, path).not.toContain('Droveway')
    expect(page, path).not.toContain('(555) 010-0199')
  }
  const contact = await (await guest.visit('/contact')).text()
  for (const shown of ['mailto:hi@prairie.example', 'tel:2065550100', '5 Mill Rd, Reno, NV 89502'])
    expect(contact).toContain(shown)
  const slip = await (await dale.visit(`${WAVE}/slips?order_tokens[]=${boxes[0]?.token}`)).text()
  for (const shown of ['Prairie &amp; Sons', 'hi@prairie.example', '(206) 555-0100'])
    expect(slip).toContain(shown)
  await guest.call('POST', '/v1/reset_password', { email: RUTH })
  await shop.settleDown()
  const mail = mailsTo(shop, RUTH).at(-1)
  for (const shown of ['hi@prairie.example', '(206) 555-0100']) {
    expect(mail?.text).toContain(shown)
    expect(mail?.html).toContain(shown)
  }
  expect(mail?.html).toContain('Prairie &amp; Sons')
  expect(`${mail?.subject} ${mail?.text}`).not.toContain('Droveway')
})

test('STF-7 page texts appear in their places, with names filled in, and never as HTML', async () => {
  const { shop, change } = await desk()
  const guest = await shop.shopper()
  const text = (name: string) =>
    `## ${name} of {shop}\n\nFrom {minimum}, <b>${name}</b>.\n\n- Call {phone}\n- [Mail](mailto:{email})`
  const names = ['about', 'howItWorks', 'contact', 'shipping', 'terms', 'privacy']
  await change('pages', {
    footer: 'Boxes by {shop}',
    aboutIntro: 'All about {shop}',
    ...Object.fromEntries(names.map((name) => [name, text(name)])),
  })
  const shown = (name: string) =>
    `<h2>${name} of Droveway</h2><p>From $49.00, &lt;b&gt;${name}&lt;/b&gt;.</p><ul><li>Call (555) 010-0199</li><li><a href="mailto:help@droveway.example">Mail</a></li></ul>`
  for (const name of names) {
    const path = name === 'howItWorks' ? '/how-it-works' : `/${name}`
    const page = await (await guest.visit(path)).text()
    expect(page, path).toContain(shown(name))
    expect(page, path).toContain('<p class="site-footer__about">Boxes by Droveway</p>')
  }
  expect(await textOf(guest, '/about')).toContain('All about Droveway')
  expect(await textOf(guest, '/terms')).not.toContain('Governing law')

  await change('pages', { footer: '', about: '', terms: '' }, 2)
  expect(await (await guest.visit('/about')).text()).not.toContain('site-footer__about')
  expect(await textOf(guest, '/about')).not.toContain('about of')
  expect((await textOf(guest, '/terms')).length).toBeGreaterThan(2_000)
})

test('STF-7 questions and answers appear by section, in order, with names filled in; removed ones are gone', async () => {
  const { shop, change } = await desk()
  const guest = await shop.shopper()
  await change('faq', {
    rows: [
      { section: 'after', question: 'Is {shop} closed?', answer: 'Call {phone}.' },
      { section: 'ordering', question: 'How much?', answer: 'From {minimum}.\n\n- [See it](/shop)' },
      { section: 'ordering', question: '', answer: 'Without a question' },
    ],
  })
  const page = await (await guest.visit('/faq')).text()
  const text = await textOf(guest, '/faq')
  expect(text).toMatch(
    /Ordering\s*How much\?.*After your box arrives\s*Is Droveway closed\?\s*Call \(555\) 010-0199\./,
  )
  expect(page).toContain('<p>From $49.00.</p><ul><li><a href="/shop">See it</a></li></ul>')
  expect(page).not.toContain('id="recurring"')
  expect(text).not.toMatch(/Do I have to be home|Without a question/)
  await change('questions', { rows: [{ question: 'What is {shop}?', answer: 'A shop.' }] })
  expect(await textOf(guest, '/')).toContain('What is Droveway?')
})

test('STF-7 collections appear on the home page as configured', async () => {
  const { shop, change } = await desk()
  const guest = await shop.shopper()
  const home = async () => (await guest.visit('/')).text()
  expect(await home()).toContain('Low and slow')
  const rows = [
    { title: 'Pig & more', intro: 'For <Sunday>', animal: 'pork', cuts: '', season: '' },
    { title: 'Sea', intro: '', animal: 'seafood', cuts: '', season: '' },
    { title: 'Too few', intro: '', animal: 'pork', cuts: 'tomahawk', season: '' },
  ]
  await change('collections', { rows })
  const page = await home()
  expect(page).toMatch(/Pig &amp; more.*For &lt;Sunday&gt;.*Sea</s)
  for (const gone of ['Low and slow', 'Steaks for Saturday', 'Too few']) expect(page).not.toContain(gone)
  await change('collections', { rows: [rows[1], rows[0]] }, 2)
  expect(await home()).toMatch(/>Sea<.*Pig &amp; more/s)
  await change('collections', { rows: [] }, 3)
  expect(await home()).not.toContain('Pig &amp; more')
})

test("STF-7 the banner shows the shop's slides before the enabled automatic ones", async () => {
  const { shop, change } = await desk()
  const guest = await shop.shopper()
  const banner = async () => (await textOf(guest, '/')).split('Before your first box')[0] ?? ''
  const before = await banner()
  const slide = {
    title: 'Lamb & co',
    kicker: 'New <here>',
    text: 'Soon',
    link: '/shop/lamb',
    words: 'See it',
  }
  await change('banner', { slides: [slide] })
  const page = await (await guest.visit('/')).text()
  expect(page).toMatch(/New &lt;here&gt;.*Lamb &amp; co.*Soon.*href="\/shop\/lamb"[^>]*>\s*See it/s)
  await change('banner', { slides: [slide], showsFarm: false, showsSeason: false, showsDelivery: false }, 2)
  const alone = await banner()
  expect(alone).toContain('Lamb &amp; co')
  expect(alone.length).toBeLessThan(before.length)
  await change('banner', { slides: [], showsFarm: false, showsSeason: false, showsDelivery: false }, 3)
  expect((await guest.visit('/')).status).toBe(200)
  expect(await banner()).not.toContain('Lamb &amp; co')
})

test('STF-7 publications appear in their lettering, and an announcement until it is dismissed', async () => {
  const { shop, change } = await desk()
  const guest = await shop.shopper()
  await change('press', { papers: [{ name: 'Beef & Ink', manner: 'capitals' }] })
  const page = await (await guest.visit('/')).text()
  expect(page).toMatch(/As seen in.*class="[^"]*capitals[^"]*"[^>]*>\s*Beef &amp; Ink/s)
  expect(page).not.toContain('The Evening Trivet')

  await change('announcement', { message: 'Closed <Friday>' })
  const shown = async (who: Shopper) => (await who.visit('/shop/beef')).text()
  const first = await shown(guest)
  expect(first).toContain('Closed &lt;Friday&gt;')
  const token = /data-toast-token-value="([^"]+)"/.exec(first)?.[1] ?? ''
  await change('announcement', { message: 'Closed on Monday' }, 2)
  const second = await shown(guest)
  expect(second).toContain('Closed on Monday')
  expect(second).not.toContain(`"${token}"`)
  await change('announcement', { message: '' }, 3)
  expect(await shown(guest)).not.toContain('Shop announcement')
})

test('STF-7 if lines were only moved, duplicated or blank, the preview shows where', async () => {
  const { ask, change, read } = await desk()
  await change('pages', { about: 'A\n\nB\n\nC\n\nD' })
  const value = await read('pages')
  const shown = async (about: string) => {
    const { differences } = await ask('pages', { ...value, about, seen: 2, step: 'preview' })
    expect(differences.map(({ label }) => label)).toEqual(['/about'])
    return [differences[0]?.before, differences[0]?.after]
  }
  expect(await shown('A\n\nE\n\nC\n\nD')).toEqual(['B', 'E'])
  expect(await shown('A\n\nC\n\nB\n\nD')).toEqual(['\nB\n\nC\n', '\nC\n\nB\n'])
  expect(await shown('A\n\nB\nC\n\nD')).toEqual(['B\n\nC', 'B\nC'])
  expect(await shown('A\n\nB\n\nC\n\nD\nD')).toEqual(['D', 'D\nD'])
})

test("STF-7 the owner's lines appear in the receipt and in the mails of shipped and delivered boxes", async () => {
  const { shop, box, tell } = await shippedBox()
  const { change } = await desk(shop)
  const lines = {
    closing: 'Warmly, <Ruth>',
    receipt: 'Thanks & welcome',
    shipped: 'Clear the freezer',
    delivered: 'Cook it slow',
  }
  await change('mails', lines)
  const ana = await shop.shopper()
  const token = await readyToPay(ana, shop.db, { email: 'ana@mail.example' })
  await ana.confirm((await prepareToPay(ana, token)).clientSecret)
  for (const [status, at] of [
    ['in_transit', '2026-11-23T20:00:00Z'],
    ['delivered', '2026-11-24T20:00:00Z'],
  ] as const) {
    expect(await tell({ status, at })).toBe(200)
    await shop.settleDown()
  }
  const linesIn = (mail: { html: string | null; text: string }) =>
    Object.values(lines).filter((line) => {
      const marked = line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
      expect(mail.text.includes(line)).toBe(mail.html?.includes(marked))
      return mail.text.includes(line)
    })
  const [receipt] = mailsTo(shop, 'ana@mail.example')
  expect(receipt && linesIn(receipt)).toEqual(['Warmly, <Ruth>', 'Thanks & welcome'])
  const toBuyer = mailsTo(shop, box.email ?? '')
    .map(linesIn)
    .filter(({ length }) => length > 0)
  expect(toBuyer).toEqual([
    ['Warmly, <Ruth>', 'Clear the freezer'],
    ['Warmly, <Ruth>', 'Cook it slow'],
  ])
})

type CheckoutDay = { date: string; ok: boolean; shipping_cents: number; sentence?: string }

/** The delivery days of a new order to Seattle. */
async function daysOf(shop: World) {
  const ana = await shop.shopper()
  const token = await readyToPay(ana, shop.db)
  const answer = await expectOk(ana.call('GET', `/checkout/${token}/dates`))
  return ((await answer.json()) as { dates: CheckoutDay[] }).dates
}

test('STF-7 on an added holiday nothing ships or arrives, and the calendar names it, until it is removed', async () => {
  const { shop, change, ask, read } = await desk()
  const dayOf = async () => (await daysOf(shop)).find(({ date }) => date === '2026-11-24')
  expect(await dayOf()).toMatchObject({ ok: true })
  const { days = '' } = await read('holidays')
  const added = { days: `2026-11-24 Cider Day\n${days}`, seen: 0 }
  const preview = await ask('holidays', { ...added, step: 'preview' })
  expect(preview.effects[0]?.summary).toMatch(/^They change for [1-9]\d* of/)
  await change('holidays', added)
  expect(await dayOf()).toMatchObject({ ok: false })
  expect(JSON.stringify(await daysOf(shop))).toContain('Cider Day')
  expect((await ask('holidays', { restore: 1, seen: 2 })).status).toBe(200)
  expect(await dayOf()).toMatchObject({ ok: true })
})

test('STF-7 a ZIP code removed from the zones is refused with its reason; a moved one gets its new rate', async () => {
  const { shop, change, ask, read } = await desk()
  const enter = async () => {
    const ana = await shop.shopper()
    const answer = await ana.call('POST', '/v1/update_postal_code', { postal_code: '98101' })
    return `${((await answer.json()) as { message: string }).message} ${await textOf(ana, '/products/demo-fifty')}`
  }
  expect(await enter()).toContain('Delivery $19.95')
  const { chart = '' } = await read('zones')
  const preview = await ask('zones', { chart: `${chart}\n98101 elsewhere`, seen: 0, step: 'preview' })
  expect(preview.effects[0]).toMatchObject({
    summary: '1 area changes.',
    rows: [['98101', 'not listed', 'elsewhere']],
  })
  expect(await enter()).toContain('Delivery $19.95')
  await change('zones', { chart: `${chart}\n98101 elsewhere` })
  expect(await enter()).not.toContain('as early as')
  const ana = await shop.shopper()
  const order_token = await fillCart(ana, shop.db)
  const refused = await ana.call('POST', '/v1/stripe_update_address', { order_token, ...SEATTLE })
  expect(refused.status).toBe(422)
  const nearer = await ask('zones', { chart: `${chart}\n98101 1 1`, seen: 2, step: 'preview' })
  expect(nearer.effects[0]?.rows).toEqual([['98101', 'elsewhere', 'Truckee Meadows, 1 day']])
  await change('zones', { chart: `${chart}\n98101 1 1` }, 2)
  expect(await enter()).toContain('Delivery $14.95')
  expect((await ask('zones', { restore: 1, seen: 3 })).status).toBe(200)
  expect(await enter()).toContain('Delivery $19.95')
})

test('STF-7 delivery rates show on the product, on the delivery page and at checkout', async () => {
  const { shop, change, read } = await desk()
  const guest = await shop.shopper()
  const { rows } = await read('rates')
  await change('rates', {
    rows: rows.map((row) => ({ ...row, standardCents: '23.45', expeditedCents: '7.65' })),
  })
  expect(await textOf(guest, '/products/demo-fifty')).toContain('Delivery from $23.45, free from $149.00.')
  expect(await textOf(guest, '/shipping')).toContain('1 day$23.45$7.65')
  expect(await textOf(guest, '/shipping')).not.toContain('$14.95')
  const open = (await daysOf(shop)).filter(({ ok }) => ok)
  expect(new Set(open.map(({ shipping_cents }) => shipping_cents))).toEqual(new Set([2_345, 2_345 + 765]))
})

test('STF-7 sales tax applies to the next order and its receipt; a checkout keeps the tax it was quoted', async () => {
  const { shop, change, ask, read } = await desk()
  const early = await shop.shopper()
  const promised = await readyToPay(early, shop.db)
  const before = (await prepareToPay(early, promised)).amount_cents
  const { rows } = await read('tax')
  const washington = { state: 'WA', groceryRatePpm: '10', taxesShipping: true, source: 'A test' }
  const taxed = { rows: [...rows, washington], seen: 0 }
  const doubled = rows.map((row) => ({ ...row, groceryRatePpm: String(Number(row.groceryRatePpm) * 2) }))
  const { effects } = await ask('tax', { rows: doubled, seen: 0, step: 'preview' })
  expect(effects[0]?.summary).toMatch(/^Of the last \d+ boxes, [1-9]/)
  await change('tax', taxed)
  expect((await prepareToPay(early, promised)).amount_cents).toBe(before)
  const late = await shop.shopper()
  const token = await readyToPay(late, shop.db, { email: 'late@mail.example' })
  const { amount_cents, clientSecret } = await prepareToPay(late, token)
  expect(amount_cents).toBe(Math.round(before * 1.1))
  await late.confirm(clientSecret)
  await shop.settleDown()
  const dollars = `$${((amount_cents - before) / 100).toFixed(2)}`
  expect(mailsTo(shop, 'late@mail.example')[0]?.text).toMatch(new RegExp(`tax.*\\${dollars}`, 'i'))

  await change('tax', { rows: [...rows, { ...washington, taxesShipping: false }] }, 2)
  const next = await shop.shopper()
  const onGoods = (await prepareToPay(next, await readyToPay(next, shop.db))).amount_cents
  expect([onGoods > before, onGoods < amount_cents]).toEqual([true, true])
  await change('tax', { rows: [] }, 3)
  const last = await shop.shopper()
  expect((await prepareToPay(last, await readyToPay(last, shop.db))).amount_cents).toBe(before)
})

test('STF-7 a ZIP area that no box could reach anymore is refused when saved, as in its preview', async () => {
  const { ask, read, change } = await desk()
  const { chart = '' } = await read('zones')
  const near = chart.replaceAll(/ [23]$/gm, ' 1')
  await change('zones', { chart: near })
  const rows = (await read('centers')).rows as unknown as { shipWeekdays: string[] }[]
  await change('centers', { rows: rows.map((row) => ({ ...row, shipWeekdays: ['5'] })) })
  for (const step of ['preview', 'save']) {
    const answer = await ask('zones', { chart: `${near}\n98101 1 2`, seen: 2, step })
    expect([answer.status, answer.message], step).toEqual([
      422,
      expect.stringContaining('No box could reach 98101'),
    ])
  }
  expect((await read('zones')).chart).not.toContain('98101')
})

test('STF-7 a rate no ZIP code needs anymore must stay for the orders placed with it', async () => {
  const { ask, read, change } = await desk()
  const { chart = '' } = await read('zones')
  await change('zones', { chart: chart.replaceAll(/ 3$/gm, ' 2') })
  const { rows } = await read('rates')
  const answer = await ask('rates', { rows: rows.slice(0, 2), seen: 0 })
  expect([answer.status, answer.errors.rows]).toEqual([
    422,
    'Please keep the rate for 3 days: orders placed with it may still need it.',
  ])
  expect((await read('rates')).rows).toEqual(rows)
})

test('STF-7 only staff can read or change any group', async () => {
  const { shop, read } = await desk()
  const others = [
    await shop.shopper(),
    ...(await Promise.all(
      ['shopper', 'vendor', 'fulfillment'].map((name) => signedIn(shop, `${name}@example.com`)),
    )),
  ]
  for (const { id } of SETTING_GROUPS)
    for (const other of others) {
      const body = { ...(await read(id)), seen: 0 }
      const answers = [
        await other.call('GET', `/staff/settings/${id}`),
        await other.call('POST', `/staff/settings/${id}`, body),
      ]
      for (const answer of answers) expect([401, 403, 404], id).toContain(answer.status)
    }
  expect(shop.db.select().from(settingVersions).all()).toEqual([])
})

const SHOP_LINK = 'Please enter an address of this shop, like /shop/beef.'
const RATE = { standardCents: '1', expeditedCents: '1' }
const slideTo = (link: string) => ({ slides: [{ title: 'Sale', link, words: 'Look' }] })

test.each<[string, Record<string, unknown>, string, string]>([
  [
    'rates',
    { rows: [1, 2, 3, 1].map((transitDays) => ({ ...RATE, transitDays })) },
    'rows',
    'at most 3 rates',
  ],
  [
    'rates',
    { rows: [1, 2, 2].map((transitDays) => ({ ...RATE, transitDays })) },
    'rows',
    'two rates for 2 days',
  ],
  ['rates', { rows: [{ ...RATE, transitDays: 4 }] }, 'rows.0.transitDays', 'a whole number from 1 to 3'],
  ['zones', { chart: '' }, 'chart', 'is missing'],
  ['zones', { chart: '981 moon' }, 'chart', 'Line 1: “moon” isn’t a reason'],
  ['zones', { chart: '985-981 1 2' }, 'chart', 'isn’t a range of ZIP areas'],
  ['zones', { chart: '981 1 4' }, 'chart', 'a box travels 1 to 3 days'],
  ['holidays', { days: '2026-12-25' }, 'days', 'please add a name'],
  ['holidays', { days: '2026-12-25 A\n2026-12-25 B' }, 'days', 'Line 2: Friday, December 25 is listed twice'],
  [
    'tax',
    { rows: [{ state: 'AL', groceryRatePpm: '26', source: 'A' }] },
    'rows.0.groceryRatePpm',
    'at most 25%',
  ],
  [
    'tax',
    { rows: [{ state: 'AL', groceryRatePpm: '-1', source: 'A' }] },
    'rows.0.groceryRatePpm',
    'like 4.225',
  ],
  [
    'tax',
    { rows: ['AL', 'AL'].map((state) => ({ state, groceryRatePpm: '1', source: 'A' })) },
    'rows.1.state',
    'has two rows',
  ],
  [
    'tax',
    { rows: [{ state: 'XX', groceryRatePpm: '1', source: 'A' }] },
    'rows.0.state',
    'choose one from the list',
  ],
  ['identity', { name: ' ' }, 'name', 'Please fill this in.'],
  ['identity', { email: 'no address' }, 'email', 'Please enter an email address.'],
  ['identity', { phone: 'call us' }, 'phone', 'Please enter a phone number.'],
  ['look', { accent: 'red' }, 'accent', 'Please enter a color like #7b2320.'],
  ['look', { ink: '#fbf7f0' }, 'ink', 'people need 4.5 to 1'],
  ['banner', slideTo('https://elsewhere.example/'), 'slides.0.link', SHOP_LINK],
  ['banner', slideTo('//elsewhere.example/'), 'slides.0.link', SHOP_LINK],
  ['banner', slideTo('javascript:alert(1)'), 'slides.0.link', SHOP_LINK],
  ['banner', slideTo(''), 'slides.0.link', 'Please fill this in.'],
  [
    'collections',
    { rows: [{ title: 'A', cuts: 'Ribeye, Strip' }] },
    'rows.0.cuts',
    'cuts like ribeye short-ribs',
  ],
  ['collections', { rows: [{ title: 'A', animal: 'unicorn' }] }, 'rows.0.animal', 'choose one from the list'],
  ['press', { papers: [{ name: 'A', manner: 'comic' }] }, 'papers.0.manner', 'choose one from the list'],
  [
    'questions',
    { rows: Array.from({ length: 9 }, (_, at) => ({ question: `${at}?`, answer: 'Yes.' })) },
    'rows',
    'at most 8 questions',
  ],
  [
    'faq',
    { rows: [{ question: 'A?', answer: 'B', section: 'secret' }] },
    'rows.0.section',
    'choose one from the list',
  ],
  ['announcement', { message: 'x'.repeat(201) }, 'message', 'at most 200 characters'],
  ['pages', { footer: 'x'.repeat(161) }, 'footer', 'at most 160 characters'],
  ['mails', { closing: 'x'.repeat(161) }, 'closing', 'at most 160 characters'],
])('STF-7 %s refuses %o with a message, and changes nothing', async (group, changed, field, words) => {
  const { shop, ask, read, sendForm, pageOf } = await desk()
  const before = await read(group)
  for (const step of ['preview', 'save']) {
    const answer = await ask(group, { ...before, ...changed, seen: 0, step })
    expect(answer.status).toBe(422)
    expect(answer.errors[field]).toContain(words)
  }
  expect([await read(group), shop.db.select().from(settingVersions).all()]).toEqual([before, []])
  if (Object.values(changed).some((value) => typeof value !== 'string')) return
  const form = formOf(await pageOf(group), 'Preview the change')
  const page = await sendForm(group, withFields(form, changed as Record<string, string>))
  expect(page.status).toBe(422)
  expect(formOf(await page.text(), 'Preview the change')).toEqual(
    expect.arrayContaining([[field, expect.any(String)]]),
  )
})
