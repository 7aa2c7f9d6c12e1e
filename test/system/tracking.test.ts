import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { TODAY } from '../support/now.ts'
import { openShop } from '../support/open-shop.ts'
import { type News, postNews } from '../support/parcels.ts'
import { type Server, stopAll, withProcesses } from '../support/processes.ts'
import { readShop } from '../support/shop-data.ts'
import { signInOnPage } from '../support/sign-in-page.ts'
import { tabTo } from '../support/tab-to.ts'
import { setTextSize } from '../support/text-size.ts'
import { controllersConnected, openAndWait } from '../support/visit.ts'
import { SCREENS } from '../support/visitor.ts'

const { visit } = openShop('tracking')

/** The demo shopper's parcel that's on its way. */
const parcelOf = ({ databasePath }: Server) =>
  readShop(databasePath, (db) => {
    const [parcel] = db.all<{ token: string; code: string }>(`
      select orders.token, tracking_code as code from orders
      join shipping_labels on order_id = orders.id join users on users.id = user_id
      where users.email = 'shopper@example.com' and orders.state = 'shipped'`)
    if (!parcel) throw new Error('the demo has a parcel on its way')
    return parcel
  })

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
const said = (page: Page) => page.locator('[role=status][data-tracking-target=status]').textContent()
const live = (page: Page, state: 'on' | 'lost') =>
  page.locator(`.tracking-page[data-live=${state}]`).waitFor()
const wasNotReloaded = (page: Page) => page.evaluate(() => 'standing' in window)
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

test('TRK-1 RT-3 by keyboard, on a phone, at twice the text size: the page follows its box and announces it, even after a disconnect', () =>
  withProcesses(async (processes) => {
    const databasePath = await processes.database('followed')
    const server = await processes.server({ databasePath })
    const { token, code } = parcelOf(server)
    const tell = async (at: Server, news: Omit<News, 'code'>) =>
      expect(await postNews(at, { ...news, code })).toBe(200)

    const { page, complaints, expectAllWell, close } = await visit({ viewport: SCREENS.phone }, server)
    await signInOnPage(page, 'shopper@example.com')
    await setTextSize(page, 32)
    await openAndWait(page, `/account/orders/${token}`)
    await tabTo(page, /^Track your box/)
    await page.keyboard.press('Enter')
    await title(page, 'It’s on its way')
    await controllersConnected(page)
    await live(page, 'on')
    await expectAllWell('a box on its way')
    expect([await overflow(page), await said(page)]).toEqual([0, ''])
    await page.evaluate(() => Object.assign(window, { standing: true }))
    await tabTo(page, /^Copy/)

    await tell(server, {
      id: 'evt_van',
      status: 'out_for_delivery',
      at: `${TODAY}T15:00:00Z`,
      place: 'Tacoma',
    })
    await title(page, 'Out for delivery')
    expect(await said(page)).toMatch(/^Out for delivery\. It’s on the van in Tacoma, NV/)
    expect(await page.locator(':focus').innerText()).toMatch(/^Copy/)
    expect(await overflow(page)).toBe(0)
    await expectAllWell('a box on the van')

    await stopAll(server)
    await live(page, 'lost')
    await page.getByText('We’ve lost the live connection').waitFor()
    expect(await overflow(page)).toBe(0)
    const elsewhere = await processes.server({ databasePath })
    await tell(elsewhere, { id: 'evt_door', status: 'delivered', at: `${TODAY}T17:00:00Z` })
    await stopAll(elsewhere)
    expect(await said(page)).toMatch(/^Out for delivery/)
    const restarted = await processes.server({ databasePath, port: server.port })
    await title(page, 'It’s at your door')
    await live(page, 'on')
    expect(await said(page)).toMatch(/^It’s at your door/)
    expect([await wasNotReloaded(page), await overflow(page)]).toEqual([true, 0])
    expect(complaints.filter((complaint) => !complaint.includes('WebSocket'))).toEqual([])
    await close()

    const stranger = await visit({ viewport: SCREENS.phone, javaScriptEnabled: false }, restarted)
    await stranger.page.goto(`/${token}/tracking-info`)
    await title(stranger.page, 'It’s at your door')
    expect(await stranger.page.locator('main').innerText()).not.toMatch(/1912 Pike|Not live|lost the live/)
    expect(stranger.complaints).toEqual([])
    await stranger.close()
  }))
