import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type Order, waveJobs } from '#db/schema/index.ts'
import { boxesAt, CENTER, centerShop } from '../support/clerks.ts'
import type { Shopper } from '../support/shopper.ts'
import { WAVE, waveShop } from '../support/waves.ts'
import type { World } from '../support/world.ts'

const exportJobs = ({ db }: World) =>
  db.select().from(waveJobs).where(eq(waveJobs.kind, 'export')).orderBy(waveJobs.id).all()

/** The press that a page's form sends. */
async function pressOn(clerk: Shopper, page: string, action: string): Promise<string> {
  const html = await (await clerk.visit(page)).text()
  const form = html.split('<form').find((part) => part.includes(`action="${action}`)) ?? ''
  const press = /name="press" value="(\w{22})"/.exec(form.split('</form>')[0] ?? '')?.[1]
  if (!press) throw new Error(`the form to ${action} has no press`)
  return press
}

const jobOf = (answer: Response) => answer.headers.get('location')?.split('/').at(-1)

test('FUL-4 "Make the files again" pressed twice leads to one job, and a new page to another', async () => {
  const { shop, dale } = await waveShop()
  const before = exportJobs(shop).length
  const again = async (press: string) => jobOf(await dale.submit('POST', `${WAVE}/files`, { press }))

  const press = await pressOn(dale, WAVE, `${WAVE}/files`)
  const [first, second] = await Promise.all([again(press), again(press)])
  expect(second).toBe(first)
  await shop.settleDown()
  expect(await again(press)).toBe(first)
  expect(exportJobs(shop)).toHaveLength(before + 1)

  expect(await again(await pressOn(dale, WAVE, `${WAVE}/files`))).not.toBe(first)
  expect(exportJobs(shop)).toHaveLength(before + 2)
})

test('FUL-4 "Make the files again" after "Buy labels" on the same page is a press of its own', async () => {
  const { shop, dale } = await waveShop()
  const [files, labels] = await Promise.all([
    pressOn(dale, WAVE, `${WAVE}/files`),
    pressOn(dale, WAVE, `${WAVE}/labels`),
  ])
  await dale.submit('POST', `${WAVE}/labels`, { press: labels })
  const again = async () => jobOf(await dale.submit('POST', `${WAVE}/files`, { press: files }))
  const page = await (await dale.visit(WAVE)).text()
  const presses = [...page.matchAll(/name="press" value="(\w{22})"/g)].map(([, press]) => press)
  expect(new Set(presses).size).toBe(presses.length)
  expect(await again()).toBe(await again())
  expect(exportJobs(shop).filter(({ token }) => token === files)).toHaveLength(1)
})

test('FUL-4 "Make the files again" on the same page makes them again once they failed or were deleted', async () => {
  const { shop, dale } = await waveShop()
  const press = await pressOn(dale, WAVE, `${WAVE}/files`)
  const again = async (clerk: Shopper, typed = press) =>
    jobOf(await clerk.submit('POST', `${WAVE}/files`, { press: typed }))
  const failed = await again(dale)
  shop.db.update(waveJobs).set({ state: 'failed', finishedAt: shop.clock.now() }).run()
  const made = await again(dale)
  expect(made).not.toBe(failed)
  const later = await pressOn(dale, WAVE, `${WAVE}/files`)
  const once = await again(dale, later)
  await shop.settleDown()
  shop.db.update(waveJobs).set({ fileToken: null }).run()
  expect(await again(dale, later)).not.toBe(once)
})

test('FUL-3 an export pressed twice leads to one job and one wave, and other boxes to another', async () => {
  const { shop, dale } = await centerShop()
  const page = `${CENTER}/orders`
  const press = await pressOn(dale, page, `${page}/export`)
  const paid = boxesAt(shop).filter(({ state }) => state === 'paid')
  const start = async (boxes: Order[], typed = press) => {
    const order_tokens = boxes.map(({ token }) => token)
    return (await dale.call('POST', `${page}/export`, { order_tokens, press: typed })).json()
  }
  const boxes = paid.slice(0, 3)
  const [first, second] = await Promise.all([start(boxes), start(boxes)])
  expect(second).toMatchObject({ error: null, warning: null, job_id: first.job_id, count: 3 })
  const others = await start(paid.slice(3, 5))
  expect(others.job_id).not.toBe(first.job_id)
  await shop.settleDown()
  expect(await start(boxes)).toMatchObject({ error: null, job_id: first.job_id, count: 3 })
  expect(exportJobs(shop).map(({ state }) => state)).toEqual(['complete', 'complete'])
  const newPage = await start(boxes, await pressOn(dale, page, `${page}/export`))
  expect(newPage.error).toBe('All of these orders are already in a wave.')
})

test('FUL-3 "select all" pressed twice leads to one job, though the list is empty by then', async () => {
  const { shop, dale } = await centerShop()
  const page = `${CENTER}/orders`
  const press = await pressOn(dale, page, `${page}/export`)
  const start = async () =>
    (await dale.call('POST', `${page}/export?in_wave=no&select_all=true`, { press })).json()
  const first = await start()
  await shop.settleDown()
  expect(await start()).toMatchObject({ error: null, job_id: first.job_id, count: first.count })
  expect(exportJobs(shop)).toHaveLength(1)
})

test('FUL-3 the same page exports its boxes again once their wave is void, or their job was canceled', async () => {
  const { shop, dale } = await centerShop()
  const page = `${CENTER}/orders`
  const press = await pressOn(dale, page, `${page}/export`)
  const boxes = boxesAt(shop).filter(({ state }) => state === 'paid')
  const order_tokens = boxes.slice(0, 2).map(({ token }) => token)
  const start = async () => (await dale.call('POST', `${page}/export`, { order_tokens, press })).json()
  const canceled = (await start()).job_id
  await dale.call('POST', `/jobs/${canceled}/cancel`)
  const made = (await start()).job_id
  expect(made).not.toBe(canceled)
  await shop.settleDown()
  const { packing_wave_id } = await (await dale.call('GET', `/jobs/${made}`)).json()
  const voided = await dale.call('POST', `${CENTER}/packing_waves/${packing_wave_id}/void`)
  expect(voided.status).toBe(200)
  expect([canceled, made]).not.toContain((await start()).job_id)
})

test('FUL-3 a press of another account starts a job of its own', async () => {
  const { shop, dale } = await centerShop()
  const page = `${CENTER}/orders`
  const press = await pressOn(dale, page, `${page}/export`)
  const [box, other] = boxesAt(shop).filter(({ state }) => state === 'paid') as [Order, Order]
  const first = await dale.call('POST', `${page}/export`, { order_tokens: [box.token], press })
  const { job_id } = await first.json()
  shop.db.update(waveJobs).set({ userId: null }).run()
  const second = await dale.call('POST', `${page}/export`, { order_tokens: [other.token], press })
  expect((await second.json()).job_id).not.toBe(job_id)
})
