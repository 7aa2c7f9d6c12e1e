import { expect, test } from 'vitest'
import { world } from '../support/world.ts'

async function policy(headers: Record<string, string> = {}) {
  const { shopper } = await world()
  const answer = await (await shopper()).send('/privacy', { headers: { accept: 'text/html', ...headers } })
  return { status: answer.status, html: await answer.text() }
}

test('SET-3 the privacy policy is a page linked from every footer, with a link to the data request', async () => {
  const { status, html } = await policy()
  expect(status).toBe(200)
  expect(html).toContain('<title>Privacy policy · Droveway</title>')
  expect(html).toMatch(/<footer[\s\S]*href="\/privacy"[\s\S]*<\/footer>/)
  expect(/<main[\s\S]*<\/main>/.exec(html)?.[0]).toContain('href="/privacy/personal-data-request"')
})

test('SET-3 a browser that sends Global Privacy Control sees that we honor it', async () => {
  const sent = await policy({ 'sec-gpc': '1' })
  expect(sent.html).toContain('Your browser sends the Global Privacy Control signal. We&#39;ve seen it')
  expect((await policy()).html).toContain('Your browser is not sending it right now.')
})
