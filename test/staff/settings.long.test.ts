import { desc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditEntries, orders, settingVersions } from '#db/schema/index.ts'
import { HOUR_MS } from '#src/day.ts'
import { priceOnRoute } from '#src/pricing/placed-price.ts'
import { signedIn } from '../support/account.ts'
import { offerToken, prepareToPay, readyToPay } from '../support/buying.ts'
import { settingsDesk } from '../support/settings-desk.ts'
import { RUTH } from '../support/staff.ts'

const ORDERING = { minimumCents: '60.00', freeFromCents: '200', memberFreeFromCents: 120 }

test('STF-7 a setting is previewed, saved with actor and reason, shown on every page, and can be reverted', async () => {
  const { shop, ruth, ask, read } = await settingsDesk()
  const guest = await shop.shopper()
  expect(await (await guest.visit('/')).text()).toContain('<b>$49</b> minimum')

  const preview = await ask('ordering', { ...ORDERING, seen: 0, step: 'preview' })
  expect(preview).toMatchObject({
    status: 200,
    differences: [
      { label: 'Order minimum', before: '$49.00', after: '$60.00' },
      { label: 'Free standard delivery from', before: '$149.00', after: '$200.00' },
      { label: 'For members, free standard delivery from', before: '$99.00', after: '$120.00' },
    ],
  })
  expect(preview.effects[0]?.summary).toMatch(/^Of the last \d+ boxes, \d+ would have been different/)
  expect(shop.db.select().from(settingVersions).all()).toEqual([])
  expect(await (await guest.visit('/')).text()).toContain('<b>$49</b> minimum')

  expect(await ask('ordering', { ...ORDERING, seen: 0, reason: 'Boxes cost more' })).toMatchObject({
    status: 200,
    version: 2,
  })
  for (const path of ['/', '/terms', '/how-it-works', '/faq'])
    expect(await (await guest.visit(path)).text(), path).toContain('$60')
  const page = await (await ruth.visit('/staff/settings/ordering')).text()
  expect(page).toContain('“Boxes cost more”')
  expect(page).toContain('Bring back version 1')
  expect(shop.db.select().from(auditEntries).orderBy(desc(auditEntries.id)).get()).toMatchObject({
    verb: 'setting.saved',
    subjectToken: 'ordering',
    reason: 'Boxes cost more',
    detail: { version: 2, changes: [{ label: 'Order minimum', before: '$49.00', after: '$60.00' }, {}, {}] },
  })

  expect(await ask('ordering', { restore: 1, seen: 2 })).toMatchObject({ status: 200, version: 3 })
  expect(await read('ordering')).toMatchObject({ version: 3, value: { minimumCents: '49.00' } })
  expect(await (await guest.visit('/')).text()).toContain('<b>$49</b> minimum')
})

test('STF-7 with free delivery from $0, pages say that every order has it', async () => {
  const { shop, ask } = await settingsDesk()
  const free = { minimumCents: '0', freeFromCents: '0', memberFreeFromCents: '0' }
  expect(await ask('ordering', { ...free, seen: 0 })).toMatchObject({ status: 200 })
  const guest = await shop.shopper()
  await guest.call('POST', `/cart/items/${offerToken(shop.db, 'demo-fifty')}`, { quantity: 1 })
  const read = async (path: string) => (await guest.visit(path)).text()
  expect(await read('/')).toContain('Free delivery on every order')
  for (const path of ['/', '/faq', '/terms', '/shipping'])
    expect(await read(path), path).toContain('free on every order')
  const cart = await read('/cart')
  expect(cart).toContain('<progress class="threshold__bar" max="1" value="1"')
  for (const page of [
    cart,
    await read('/'),
    await read('/faq'),
    await read('/terms'),
    await read('/shipping'),
  ])
    expect(page).not.toMatch(/\$0(\.00)?(\+| or more)/)
})

test('STF-7 a renamed question, collection or slide is shown as a rename, in the history, too', async () => {
  const { ruth, ask, read } = await settingsDesk()
  const rowsOf = async (group: string, name = 'rows') =>
    (await read(group)).value[name] as Record<string, string>[]
  for (const [group, key, label] of [
    ['questions', 'question', 'Question'],
    ['faq', 'question', 'Question'],
    ['collections', 'title', 'Title'],
  ] as const) {
    const [first, ...others] = await rowsOf(group)
    const rows = [{ ...first, [key]: 'Renamed' }, ...others]
    const { differences } = await ask(group, { rows, seen: 0, step: 'preview' })
    const renamed = { label: `${first?.[key]}: ${label}`, before: first?.[key], after: 'Renamed' }
    expect(differences).toEqual([renamed])
    expect(await ask(group, { rows, seen: 0 })).toMatchObject({ status: 200 })
    const page = await (await ruth.visit(`/staff/settings/${group}`)).text()
    expect(page).toContain(`${first?.[key]}: ${label}`)
  }
  const slide = { title: 'Sale', link: '/shop', words: 'Look' }
  await ask('banner', { slides: [slide], seen: 0 })
  const [made] = await rowsOf('banner', 'slides')
  const { differences } = await ask('banner', {
    slides: [
      { ...slide, title: 'New' },
      { ...made, title: 'Late sale' },
    ],
    seen: 2,
    step: 'preview',
  })
  expect(differences.map(({ label }) => label)).toEqual(['Sale: Title', 'New'])
})

test('STF-7 rows sent without ids keep their ids by name', async () => {
  const { ask, read } = await settingsDesk()
  const ids = async () => ((await read('questions')).value.rows as { id: string }[]).map(({ id }) => id)
  expect(await ids()).toEqual(['1', '2', '3', '4'])
  const rows = (await read('questions')).value.rows as Record<string, string>[]
  const bare = rows.slice(1).map(({ question, answer }) => ({ question, answer }))
  await ask('questions', { rows: [{ question: 'New?', answer: 'Yes.' }, ...bare], seen: 0 })
  expect(await ids()).toEqual(['5', '2', '3', '4'])
})

test('STF-7 of two people changing one version, the second gets a 409 with both, and nothing is saved', async () => {
  const { shop, ask } = await settingsDesk()
  await ask('ordering', { ...ORDERING, seen: 0 })
  const late = await ask('ordering', { ...ORDERING, minimumCents: '55', seen: 0 })
  expect(late).toMatchObject({
    status: 409,
    message: 'A colleague changed this setting after you opened this page. Nothing was saved.',
    version: 2,
    value: { minimumCents: '60.00' },
    yours: { minimumCents: '55' },
  })
  expect(shop.db.select().from(settingVersions).all()).toHaveLength(2)

  const other = await signedIn(shop, RUTH)
  const form = {
    minimumCents: '55',
    freeFromCents: '200',
    memberFreeFromCents: '120',
    seen: '0',
  }
  const answer = await other.submit('POST', '/staff/settings/ordering', { ...form, step: 'preview' })
  const page = await answer.text()
  expect(answer.status).toBe(409)
  expect(page).toContain('saved version 2')
  expect(page).toContain('name="seen" value="2"')
  expect(page).toContain('value="55"')
})

test.each([
  ['ordering', { ...ORDERING, minimumCents: '250' }, 'freeFromCents', 'all would ship free'],
  ['ordering', { ...ORDERING, minimumCents: '-5' }, 'minimumCents', "can't be less than $0"],
  ['ordering', { ...ORDERING, minimumCents: '1,50' }, 'minimumCents', 'an amount like 49.00'],
  [
    'ordering',
    { ...ORDERING, memberFreeFromCents: '201' },
    'memberFreeFromCents',
    'where others get it free',
  ],
  ['rates', { rows: [] }, 'rows', 'there must be a rate'],
  [
    'rates',
    { rows: [1, 2, 3].map((transitDays) => ({ transitDays, standardCents: '-1', expeditedCents: 5 })) },
    'rows.0.standardCents',
    "can't be less than $0",
  ],
  ['zones', { chart: '001 1 Truckee 2' }, 'chart', 'No ZIP code begins with 001'],
  ['zones', { chart: '100 9 Nowhere 2' }, 'chart', 'there is no center 9'],
  ['zones', { chart: '100 2 Cumberland 1' }, 'chart', 'is missing'],
  ['holidays', { days: '2026-13-01 Never' }, 'days', 'is no date'],
  ['tax', { rows: [{ state: 'AL', groceryRatePpm: '2', source: '' }] }, 'rows.0.source', 'fill this in'],
])(
  'STF-7 %s that would make the shop unsellable is refused with the reason: %o',
  async (group, body, field, words) => {
    const { shop, ask } = await settingsDesk()
    const answer = await ask(group, { ...body, seen: 0 })
    expect(answer.status).toBe(422)
    expect(answer.errors[field]).toContain(words)
    expect(shop.db.select().from(settingVersions).all()).toEqual([])
  },
)

type Center = Record<string, unknown> & { name: string; shipWeekdays: string[] }

test('STF-7 a center without ship days, capacity or a route to its ZIP codes is refused', async () => {
  const { ask, read, shop } = await settingsDesk()
  const rows = (await read('centers')).value.rows as Center[]
  const withFirst = (change: Partial<Center>) => ({
    rows: [{ ...rows[0], ...change }, ...rows.slice(1)],
    seen: 0,
  })
  const errorsOf = async (change: Partial<Center>) => {
    const answer = await ask('centers', withFirst(change))
    expect(answer.status).toBe(422)
    return Object.values(answer.errors).join(' ')
  }
  expect(await errorsOf({ shipWeekdays: [] })).toContain('would never ship')
  expect(await errorsOf({ dailyCapacity: '0' })).toContain('would sell nothing')
  expect(await errorsOf({ lockHour: '24' })).toContain('from 0 to 23')
  // A box that ships on a Saturday is in transit on Sunday, or arrives then.
  expect(await errorsOf({ shipWeekdays: ['6'] })).toContain('No box could reach')
  expect((await ask('centers', { rows: rows.slice(1), seen: 0 })).message).toContain(
    "can't be removed: orders",
  )
  expect(shop.db.select().from(settingVersions).all()).toEqual([])
})

test('STF-7 a renamed center is one changed name, not a removal and an addition', async () => {
  const { ask, read } = await settingsDesk()
  const [first, ...others] = (await read('centers')).value.rows as Center[]
  const renamed = { rows: [{ ...first, name: 'Mill Road' }, ...others], seen: 0, step: 'preview' }
  expect((await ask('centers', renamed)).differences).toEqual([
    { label: 'Truckee Meadows: Name', before: 'Truckee Meadows', after: 'Mill Road' },
  ])
  const added = { ...first, id: '', name: 'Mill Road' }
  const differences = (await ask('centers', { rows: [first, ...others, added], seen: 0, step: 'preview' }))
    .differences
  expect(differences).toMatchObject([{ label: 'Mill Road', before: '' }])
})

test('STF-7 ship days preview their effect on the next delivery days, and then apply it', async () => {
  const { shop, ask, read } = await settingsDesk()
  const rows = (await read('centers')).value.rows as Center[]
  const monday = { rows: rows.map((row) => ({ ...row, shipWeekdays: ['1'] })), seen: 0 }
  const preview = await ask('centers', { ...monday, step: 'preview' })
  const days = preview.effects.find(({ title }) => title.startsWith('The next days'))
  expect(days?.rows[0]?.[3]).not.toBe(days?.rows[0]?.[2])
  expect(await ask('centers', monday)).toMatchObject({ status: 200 })
  const openDays = async () => {
    const shopper = await shop.shopper()
    await shopper.call('POST', '/v1/update_postal_code', { postal_code: '98101' })
    return /as early as <b>([^<]+)<\/b>/.exec(await (await shopper.visit('/')).text())?.[1]
  }
  expect(days?.rows.flat().join()).toContain((await openDays())?.split(', ')[1])
})

test('STF-7 a checkout keeps its quoted fees for a day, unless they fell; a placed order keeps its own', async () => {
  const { shop, ask } = await settingsDesk()
  const ana = await shop.shopper()
  const token = await readyToPay(ana, shop.db)
  const before = (await prepareToPay(ana, token)).amount_cents
  const placed = shop.db.select().from(orders).where(eq(orders.state, 'paid')).all()

  const rates = (cents: string) =>
    [1, 2, 3].map((transitDays) => ({ transitDays, standardCents: cents, expeditedCents: '30' }))
  expect(await ask('rates', { rows: rates('40'), seen: 0 })).toMatchObject({ status: 200, version: 2 })
  const dearer = { minimumCents: '500', freeFromCents: '600', memberFreeFromCents: '600', seen: 0 }
  expect(await ask('ordering', dearer)).toMatchObject({ status: 200 })
  expect((await prepareToPay(ana, token)).amount_cents).toBe(before)
  expect(shop.db.select().from(orders).where(eq(orders.state, 'paid')).all()).toEqual(placed)

  const [box] = placed.filter(({ transitDays, shippingCents }) => transitDays !== null && shippingCents)
  if (box)
    expect(
      priceOnRoute(shop.db, box, {
        transitDays: box.transitDays ?? 1,
        expedited: box.expedited,
        state: box.deliveryState ?? '',
      }).shippingCents,
    ).toBe(box.shippingCents)

  expect(await ask('rates', { rows: rates('1'), seen: 2 })).toMatchObject({ status: 200 })
  expect((await prepareToPay(ana, token)).amount_cents).toBeLessThan(before)
  expect(await ask('rates', { rows: rates('40'), seen: 3 })).toMatchObject({ status: 200 })

  shop.pass(25 * HOUR_MS)
  const refused = await ana.call('POST', '/v1/stripe_validate_payment', { order_token: token })
  expect(refused.status).toBe(422)
  expect(await refused.text()).toContain('$500')
})

test('STF-7 with no order minimum, no page mentions one', async () => {
  const { shop, ask } = await settingsDesk()
  const guest = await shop.shopper()
  const spoken = async (path: string) => {
    const page = (await (await guest.visit(path)).text()).replaceAll(/<[^>]+>/g, '')
    return (
      page.match(
        /\$49\S* minimum|Is there a minimum|minimum (order )?is|starts at \$49|\$0(\.00)? (minimum|of goods)/g,
      ) ?? []
    )
  }
  const pages = ['/', '/faq', '/terms', '/how-it-works']
  const before = await Promise.all(pages.map(spoken))
  expect(before.map(({ length }) => length)).toEqual([2, 2, 2, 2])
  const free = { minimumCents: '0', freeFromCents: '149', memberFreeFromCents: '99', seen: 0 }
  expect(await ask('ordering', free)).toMatchObject({ status: 200 })
  for (const path of pages) expect([path, await spoken(path)]).toEqual([path, []])
  expect(await (await guest.visit('/')).text()).toContain('No minimum, packed frozen to order')
})

test('STF-7 name, colors, texts and press change where they show; a color with low contrast is refused', async () => {
  const { shop, ask } = await settingsDesk()
  const guest = await shop.shopper()
  const home = async () => (await guest.visit('/')).text()
  const identity = { name: 'Prairie Box', email: 'hi@prairie.example', phone: '(206) 555-0100', address: '' }
  expect(await ask('identity', { ...identity, seen: 0 })).toMatchObject({ status: 200 })
  expect(await home()).toContain('Prairie Box')

  const pale = await ask('look', { accent: '#e6b450', ink: '#211a15', paper: '#fbf7f0', seen: 0 })
  expect(pale.errors.accent).toMatch(/to 1, and people need 4.5 to 1/)
  expect(await ask('look', { accent: '#1c4f7a', ink: '#211a15', paper: '#fbf7f0', seen: 0 })).toMatchObject({
    status: 200,
  })
  const sheet = /href="(\/look\/colors\/[0-9a-f]+)"/.exec(await home())?.[1] ?? ''
  expect(await (await guest.visit(sheet)).text()).toContain('--oxblood:#1c4f7a')

  expect(await home()).toContain('As seen in')
  expect(await ask('press', { papers: [], seen: 0 })).toMatchObject({ status: 200 })
  expect(await home()).not.toContain('As seen in')

  const rows = [
    { question: 'Why {minimum}?', answer: 'See [delivery](/shipping), <b>not</b> [this](javascript:x).' },
  ]
  await ask('questions', { rows, seen: 0 })
  const page = await home()
  expect(page).toContain('See <a href="/shipping">delivery</a>, &lt;b&gt;not&lt;/b&gt; [this](javascript:x).')
  expect(page).not.toContain('Where does the meat come from?')

  await ask('announcement', { message: 'Closed on Friday', seen: 0 })
  expect(await home()).toContain('Closed on Friday')
})
