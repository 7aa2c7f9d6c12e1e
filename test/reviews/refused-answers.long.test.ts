import { expect, test } from 'vitest'
import { photo } from '../support/claims.ts'
import { writer } from '../support/reviews.ts'

const REVIEWS = '/vendor/three-larks-ranch/reviews'

async function published() {
  const all = await writer()
  all.deliver({ slugs: ['grass-fed-ribeye'] })
  await all.write({ words: 'Loved it!' })
  await all.decide({ decision: 'approve' })
  return all
}

test('COM-9 an answer to a review that was edited meanwhile stays in its form, beside the new words', async () => {
  const { write, decide, own, farmer } = await published()
  await write({ words: 'It made us sick.' })
  await decide({ decision: 'approve' })
  const answer = async (fields: Record<string, string>) => {
    const refused = await farmer.submit('POST', `${REVIEWS}/${own()[0]?.token}`, { page: '1', ...fields })
    return { status: refused.status, page: await refused.text() }
  }
  const late = await answer({ words: 'Glad <to> hear!', version: '1' })
  expect(late.status).toBe(409)
  for (const kept of [
    'read it again',
    'It made us sick.',
    '>Glad &lt;to&gt; hear!</textarea>',
    '__answer" open',
  ])
    expect(late.page).toContain(kept)
  const long = await answer({ words: 'a'.repeat(1_001), version: '2' })
  expect([long.status, long.page.includes(`>${'a'.repeat(1_001)}</textarea>`)]).toEqual([422, true])
})

test('COM-9 a refused decision about a review shows it again with the reason', async () => {
  const { write, decide, own, ruth } = await published()
  await write({ words: 'It made us sick.' })
  await decide({ decision: 'approve' })
  const fields = { decision: 'refuse', reason: 'It names a person.', version: '1' }
  const stale = await ruth.submit('POST', `/staff/reviews/${own()[0]?.id}`, fields)
  const page = await stale.text()
  expect(stale.status).toBe(409)
  for (const kept of ['read it again', 'It made us sick.', '>It names a person.</textarea>'])
    expect(page).toContain(kept)
  expect(own()[0]?.state).toBe('published')
})

test('COM-9 a refused review says what is wrong in the field with the focus, and keeps its words and which photos to take out', async () => {
  const { deliver, write, photoPaths } = await writer()
  deliver({ slugs: ['grass-fed-ribeye'] })
  await write({ words: 'Loved it!', photos: [await photo()] })
  const [path = ''] = photoPaths()
  const changed = { words: 'Loved it twice!', removed: [path], accept: 'text/html' }
  const refused = await write({ ...changed, photos: [await photo(), Buffer.from('not a picture')] })
  const page = await refused.text()
  expect(refused.status).toBe(422)
  expect(page).toMatch(/role="alert" tabindex="-1" autofocus[^>]*>.*read one of your photos.*photos again\./s)
  expect(page).toContain('>Loved it twice!</textarea>')
  expect(page).not.toMatch(/id="review_words"[^>]* aria-invalid/)
  expect(page).toMatch(new RegExp(`value="${path.split('/').at(-1)}" checked`))
  const long = { ...changed, words: 'a'.repeat(2_001), photos: [await photo()] }
  const html = await (await write(long)).text()
  expect(html).toMatch(/<textarea[^>]* autofocus[^>]* id="review_words"[^>]* aria-invalid/)
  expect(html).toMatch(/role="alert"><.*Please choose your photos again\./s)
})
