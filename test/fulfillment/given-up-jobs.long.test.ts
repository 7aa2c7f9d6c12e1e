import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { jobs } from '#db/schema/index.ts'
import { forgetJob, retryJob } from '#src/jobs/manage.ts'
import { JOBS } from '#src/work/jobs.ts'
import { boxesAt, CENTER, centerShop } from '../support/clerks.ts'
import { WAVE, waveShop } from '../support/waves.ts'

test('FUL-4 exports whose jobs were given up say so, and keep no clerk from the next one', async () => {
  const { shop, dale } = await centerShop()
  const paid = boxesAt(shop).filter(({ state }) => state === 'paid')
  const newest = () =>
    shop.db.select().from(jobs).where(sql`kind = 'export_wave'`).orderBy(sql`id desc`).get()?.id ?? 0
  const ask = () => dale.call('POST', `${CENTER}/orders/export`, { order_tokens: [paid[0]?.token] })
  let last = ''
  for (let nth = 0; nth < 5; nth += 1) {
    last = (await (await ask()).json()).job_id
    expect(await forgetJob(shop.db, newest(), shop.clock.now())).toMatchObject({ ok: true })
  }
  const words = 'This export stopped before its wave was made. Please export again.'
  const detail = async (id: string) => (await dale.call('GET', `/jobs/${id}`)).json()
  expect(await detail(last)).toMatchObject({ job_status: 'failed', error_message: words })
  const page = await (await dale.visit(`/jobs/${last}`)).text()
  expect(page).toContain(words)
  expect(page).not.toContain('Cancel this export')
  const sixth = await ask()
  expect(sixth.status).toBe(200)
  const { job_id } = await sixth.json()
  shop.db.update(jobs).set({ state: 'failed' }).where(sql`id = ${newest()}`).run()
  expect(await detail(job_id)).toMatchObject({ job_status: 'failed' })
  await retryJob(shop.db, JOBS, newest(), shop.clock.now())
  expect(await detail(job_id)).toMatchObject({ job_status: 'queued', error_message: null })
  await shop.settleDown()
  expect(await detail(job_id)).toMatchObject({ job_status: 'complete' })
})

test('FUL-10 a job for labels that was given up says that the labels it bought stay', async () => {
  const { shop, dale } = await waveShop()
  const { job_id } = await (await dale.call('POST', `${WAVE}/labels`)).json()
  shop.db.update(jobs).set({ state: 'failed' }).where(sql`kind = 'buy_labels'`).run()
  const detail = await (await dale.call('GET', `/jobs/${job_id}`)).json()
  expect(detail).toMatchObject({
    job_status: 'failed',
    error_message: 'This job stopped early. Labels that were already bought stay.',
  })
})
