import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type WaveJob, waveJobs } from '#db/schema/index.ts'
import { boxesAt, CENTER, centerShop } from '../support/clerks.ts'
import { find } from '../support/dom-elements.ts'
import { openPage, pass, settled, stopTime, waitFor } from '../support/dom-page.ts'
import { WAVE, waveShop } from '../support/waves.ts'

test('BEH-28 without a socket, a job that waits keeps saying so until it starts', async () => {
  const { shop, dale } = await waveShop()
  const { job_id } = await (await dale.call('POST', `${WAVE}/labels`)).json()
  const is = eq(waveJobs.token, job_id)
  const update = (columns: Partial<WaveJob>) => shop.db.update(waveJobs).set(columns).where(is).run()
  const words = () => find('.job-status__words').textContent
  stopTime()
  await openPage(dale, `/jobs/${job_id}`)
  let changes = 0
  find('.job-status').addEventListener('background-job-status:change', () => (changes += 1))
  expect(words()).toBe('Waiting to start')

  update({ warnings: ['Box 1: its address has changed.'] })
  await pass(2_000)
  await waitFor(() => expect(changes).toBe(1))
  expect(words()).toBe('Waiting to start')

  update({ state: 'running', boxesWritten: 5 })
  await pass(2_000)
  await waitFor(() => expect(words()).toBe('25% done'))
})

test('BEH-28 an export offers to be canceled until it starts', async () => {
  const { shop, dale } = await centerShop()
  const box = boxesAt(shop).find(({ state }) => state === 'paid')
  const { job_id } = await (
    await dale.call('POST', `${CENTER}/orders/export`, { order_tokens: [box?.token] })
  ).json()
  stopTime()
  await openPage(dale, `/jobs/${job_id}`)
  const cancel = find(`form[action$="${job_id}/cancel"]`)
  expect(cancel.hidden).toBe(false)

  shop.db.update(waveJobs).set({ state: 'running' }).where(eq(waveJobs.token, job_id)).run()
  await pass(2_000)
  await waitFor(() => expect(cancel.hidden).toBe(true))
})

test('BEH-28 a job that ended before the script of its page came still leads to its labels', async () => {
  const { shop, dale } = await waveShop()
  const { job_id } = await (await dale.call('POST', `${WAVE}/labels`)).json()
  await openPage(dale, `/jobs/${job_id}`)
  const page = find('.job-page')
  page.removeAttribute('data-controller')
  await settled()
  await shop.settleDown()
  const status = find('[data-background-job-status-detail-value]')
  const ended = status.cloneNode(true) as HTMLElement
  ended.dataset.backgroundJobStatusDetailValue = JSON.stringify({ job_status: 'complete', progress: 100 })
  status.replaceWith(ended)
  await settled()
  page.setAttribute('data-controller', 'job-page')
  await waitFor(() => expect(find('.job-page__ways').textContent).toContain('Print the labels'))
})
