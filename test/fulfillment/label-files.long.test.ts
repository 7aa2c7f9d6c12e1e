import { expect, test } from 'vitest'
import type { Order } from '#db/schema/index.ts'
import { MINUTE_MS } from '#src/day.ts'
import { boughtLabels, labelRows } from '../support/label-jobs.ts'
import type { Shopper } from '../support/shopper.ts'
import { WAVE, waveShop } from '../support/waves.ts'

const FILES = { method: 'GET', path: '/v2/shipments/*/label' } as const

const mainOf = async (clerk: Shopper, path: string) =>
  (await (await clerk.visit(path)).text()).split('<main')[1] ?? ''

/** The words of the button that asks for labels. */
const buttonOf = (page: string) =>
  />([^<]*)<\/button>/.exec(/<form[^>]*action="[^"]*\/labels".*?<\/form>/s.exec(page)?.[0] ?? '')?.[1] ?? null

test('FUL-10 labels that the carrier sold but did not send are fetched by a button, on the wave and the box', async () => {
  const { shop, dale, boxes } = await waveShop()
  const [box] = boxes as [Order]
  shop.carrier.control.fault({ kind: 'error', ...FILES })
  const { job_id } = await boughtLabels(shop, dale)
  for (let round = 0; round < 3; round += 1) {
    shop.pass(MINUTE_MS)
    await shop.settleDown()
  }
  const job = await (await dale.call('GET', `/jobs/${job_id}`)).json()
  expect(shop.carrier.sold()).toHaveLength(20)
  expect(job).toMatchObject({
    job_status: 'failed',
    error_message: 'No label can be printed yet. The bought ones can be fetched on the wave’s page.',
  })
  expect(job.warnings[0]).toContain('Its label is bought, but the carrier hasn’t sent it: ')

  const broken = await mainOf(dale, WAVE)
  expect(buttonOf(broken)).toBe('Get 20 labels')
  expect(broken).toContain('20 labels are bought, but the carrier hasn’t sent them yet.')
  expect(broken).not.toContain('Print 20 labels')
  const boxPage = await mainOf(dale, `${WAVE}/boxes/${box.token}`)
  expect(buttonOf(boxPage)).toBe('Get the label')
  expect(boxPage).not.toContain('Print the label')
  const printed = await dale.call('GET', `${WAVE}/labels.pdf`)
  expect([printed.status, (await printed.json()).error]).toEqual([
    404,
    'The carrier hasn’t sent these labels yet. Please get them on the wave’s page.',
  ])

  shop.carrier.control.clear()
  expect(await boughtLabels(shop, dale)).toMatchObject({ job_status: 'complete', warnings: [] })
  expect(shop.carrier.sold()).toHaveLength(20)
  expect(labelRows(shop).every(({ state }) => state === 'bought')).toBe(true)
  const whole = await mainOf(dale, WAVE)
  expect(buttonOf(whole)).toBeNull()
  expect(whole).toContain('Print 20 labels')
  expect(await mainOf(dale, `${WAVE}/boxes/${box.token}`)).toContain('Print the label')
})

test('FUL-10 the button counts labels to buy apart from those to fetch, and the job does both', async () => {
  const { shop, dale, boxes } = await waveShop()
  const [ready, unsent] = boxes as [Order, Order]
  await boughtLabels(shop, dale, [ready.token])
  shop.carrier.control.fault({ kind: 'error', ...FILES })
  await boughtLabels(shop, dale, [unsent.token])
  const page = await mainOf(dale, WAVE)
  expect(buttonOf(page)).toBe('Buy 18 labels and get 1')
  expect(page).toContain('Print 1 label')
  expect(page).toContain('1 label is bought, but the carrier hasn’t sent it yet.')
  expect(page).toMatch(/DP\d{12} \(\w+\), not sent yet/)
  shop.carrier.control.clear()
  expect(await boughtLabels(shop, dale)).toMatchObject({ job_status: 'complete', warnings: [] })
  expect(await mainOf(dale, WAVE)).toContain('Print 20 labels')
})
