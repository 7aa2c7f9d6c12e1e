import { describe, expect, test } from 'vitest'
import {
  chooseFirstDay,
  enterAddress,
  enterCard,
  enterEmail,
  fillBox,
  pay,
  signInMidway,
  typeAddress,
} from '../support/checkout-page.ts'
import { openShop } from '../support/open-shop.ts'
import { checkoutAtDate, fillBoxByCalls } from '../support/page-calls.ts'
import { type Server, withProcesses } from '../support/processes.ts'
import { openAndWait } from '../support/visit.ts'
import { SCREENS, type Visitor } from '../support/visitor.ts'

const { visit, server, databasePath } = openShop('journeys')

/** Opens the card fields for a cart filled by API calls. */
async function openCardFields({ page }: Visitor, at: Server = server()) {
  await openAndWait(page, `/checkout/${await checkoutAtDate(page, at.databasePath)}?step=date`)
  await chooseFirstDay(page)
}

describe('a shopper buys a box', () => {
  test('PAY-1 ORD-1 On a phone: product, cart, checkout, card, confirmation, and the receipt in the outbox', async () => {
    const { page, expectAllWell, close } = await visit({ viewport: SCREENS.phone })
    /** The tests below check the later steps on a laptop. */
    const expectAllWellOnLaptop = async (state: string) => {
      await page.setViewportSize(SCREENS.laptop)
      await expectAllWell(`${state} on a laptop`)
      await page.setViewportSize(SCREENS.phone)
    }
    await fillBox(page)
    await expectAllWell('email step')
    await expectAllWellOnLaptop('email step')
    await enterEmail(page, 'ana.by.hand@example.com')
    await expectAllWell('address step')
    await expectAllWellOnLaptop('address step')
    await enterAddress(page)
    await page.getByRole('radio', { checked: true }).waitFor()
    await expectAllWell('date step')
    await chooseFirstDay(page)
    await expectAllWell('payment step')
    await pay(page, '4242424242424242')
    await page.waitForURL(/\/confirmation$/)
    const identifier = /DW-[2-9A-HJ-NP-Z]+/.exec(await page.locator('main').innerText())?.[0]
    expect(identifier).toBeTruthy()
    await expectAllWell('confirmation')

    await expect
      .poll(async () => (await (await page.request.get('/outbox.json')).text()).includes(identifier!))
      .toBe(true)
    const outbox = (await (await page.request.get('/outbox.json')).json()) as {
      messages: { text: string; to: string }[]
    }
    const receipts = outbox.messages.filter((message) => message.text.includes(identifier!))
    expect(receipts.map((message) => message.to)).toEqual(['ana.by.hand@example.com'])
    await page.goto('/outbox')
    await expectAllWell('outbox')
    await close()
  })
})

describe('cards', () => {
  const REFUSED = [
    ['4000000000000002', /declined/i],
    ['4000000000009995', /insufficient funds/i],
    ['4000000000000069', /expired/i],
    ['4000000000000127', /security code|CVC/i],
  ] as const

  test("PAY-9 Each refused card shows the provider's message, and then another card pays", async () => {
    const visitor = await visit()
    const { page, expectAllWell, close } = visitor
    await openCardFields(visitor)
    for (const [number, words] of REFUSED) {
      await pay(page, number)
      await page.getByRole('alert').filter({ hasText: words }).first().waitFor()
    }
    await expectAllWell('refused cards')
    await pay(page, '4242424242424242')
    await page.waitForURL(/\/confirmation$/)
    await close()
  })

  test('PAY-9 A failed 3-D Secure challenge charges nothing, a completed one pays', async () => {
    const visitor = await visit()
    const { page, complaints, close } = visitor
    await openCardFields(visitor)
    await pay(page, '4000002500003155')
    await page.getByRole('button', { name: /fail/i }).click()
    await page
      .getByRole('alert')
      .filter({ hasText: /authenticate/i })
      .first()
      .waitFor()
    await page.getByRole('button', { name: /^Pay \$/ }).click()
    await page.getByRole('button', { name: /complete/i }).click()
    await page.waitForURL(/\/confirmation$/)
    expect(complaints).toEqual([])
    await close()
  })

  test('PAY-12 ACC-1 GND-21 Signing in midway returns to the same step; a double click on Pay makes one payment', async () => {
    const { page, expectAllWell, close } = await visit()
    await openAndWait(page, `/checkout/${await checkoutAtDate(page, databasePath())}?step=date`)
    await page.getByRole('radio', { checked: true }).waitFor()
    await signInMidway(page)
    expect(new URL(page.url()).search).toBe('?step=date')
    await expectAllWell('signed in midway')
    await chooseFirstDay(page)
    expect(await page.locator('.checkout-steps').innerText()).toMatch(/ana@example\.com.*1912 Pike Pl/s)
    const validations: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/confirm')) validations.push(request.url())
    })
    await enterCard(page, '4242424242424242')
    await page.getByRole('button', { name: /^Pay \$/ }).dblclick()
    await page.waitForURL(/\/confirmation$/)
    expect(validations).toHaveLength(1)
    await close()
  })
})

describe('addresses', () => {
  test('PAY-3 Alaska, a PO box and a different spelling each get an answer in place', async () => {
    const { page, expectAllWell, close } = await visit()
    const token = await fillBoxByCalls(page, databasePath(), { email: 'ana@example.com' })
    await openAndWait(page, `/checkout/${token}`)
    await enterAddress(page, { street: '510 L St', city: 'Anchorage', state: 'AK', zip: '99501' })
    await page.getByText("Sorry, we don't deliver to that postal code.").first().waitFor()
    await expectAllWell('Alaska')
    await enterAddress(page, { street: 'P.O. Box 12' })
    await page
      .getByText("Hmm, this looks like a PO Box, and unfortunately we can't deliver to those")
      .first()
      .waitFor()
    await enterAddress(page, { street: '1912 pike place' })
    await page.getByRole('button', { name: 'Use the suggestion' }).click()
    await page.getByRole('radio', { checked: true }).waitFor()
    await close()
  })
})

describe('when things change during checkout', () => {
  test('CAL-5 a date that filled up is reported before payment, and another can be chosen', async () => {
    await withProcesses(async (processes) => {
      const databasePath = await processes.database('full-day')
      const server = await processes.server({ databasePath })
      const visitor = await visit({}, server)
      const { page, expectAllWell, close } = visitor
      await openCardFields(visitor, server)
      const fill = processes.node(['test/support/fill-days.mjs', databasePath])
      expect(await fill.exited).toBe(0)
      await pay(page, '4242424242424242')
      await page
        .getByText(/choose another delivery date/i)
        .first()
        .waitFor()
      await expectAllWell('the day filled up')
      await close()
    })
  })

  test('PAY-10 with a slow webhook the waiting page polls until the order is placed', async () => {
    await withProcesses(async (processes) => {
      const port = await processes.freePort()
      const provider = await processes.standIn({ webhookPort: port })
      await provider.webhooks({ hold: true })
      const env = { STRIPE_JS_URL: `${provider.origin}/browser/stripe.js` }
      const server = await processes.server({
        databasePath: await processes.database('slow'),
        port,
        payments: provider,
        env,
      })
      const visitor = await visit({}, server)
      const { page, expectAllWell, close } = visitor
      await openCardFields(visitor, server)
      await pay(page, '4242424242424242')
      await page.waitForURL(/\/confirmation$/)
      await expectAllWell('confirmed by the poll')
      await close()
    })
  })
})

test('GND-5 with scripts off, a shopper can fill the cart and take the steps up to payment', async () => {
  const { page, complaints, close } = await visit({ javaScriptEnabled: false })
  const press = (name: RegExp) => page.getByRole('button', { name }).first().click()
  await page.goto('/shop')
  await page.getByRole('link', { name: 'Winter Braising Share' }).first().click()
  await press(/add to box/i)
  await page.goto('/cart')
  await page.getByRole('spinbutton', { name: /^Quantity of Winter/ }).fill('2')
  await press(/^Update/)
  expect(await page.locator('#cart_count').innerText()).toBe('2')
  await page.getByRole('link', { name: 'Check out' }).click()
  await page.getByLabel('Email').fill('ana@example')
  await press(/continue/i)
  await page.getByText('Please enter a valid email address.').waitFor()
  await page.getByLabel('Email').fill('ana@example.com')
  await press(/continue/i)
  await typeAddress(page)
  await press(/^continue to delivery date$/i)
  await page.getByText(/To pay by card, please turn on JavaScript/).waitFor()
  expect(await page.locator('main').innerText()).toContain('1912 Pike Pl')
  expect(complaints).toEqual([])
  await close()
})
