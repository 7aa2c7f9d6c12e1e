import { existsSync, readFileSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { videos } from '#db/schema/index.ts'
import { FILMS } from '#src/demo/videos.ts'
import { captionsUrl, clipUrl } from '#src/videos/clip-files.ts'
import { world } from '../support/world.ts'

const URI = 'first-light-in-choteau'

test('COM-5 the list has every video with its poster, and none autoplays or preloads', async () => {
  const ana = await (await world()).shopper()
  const list = await (await ana.visit('/videos')).text()
  for (const { uri, title } of FILMS) {
    expect(list).toContain(`href="/videos/${uri}"`)
    expect(list).toContain(title)
  }
  expect(list).not.toContain('<video')
  const page = await (await ana.visit(`/videos/${URI}`)).text()
  expect(page).toMatch(/<video[^>]* preload="none"/)
  expect(page).not.toContain('autoplay')
})

test("COM-5 a video's own URL opens it over the list, with captions, poster and transcript", async () => {
  const ana = await (await world()).shopper()
  const page = await (await ana.visit(`/videos/${URI}`)).text()
  expect(page).toContain('<h1 class="page-head__title">First light in Choteau</h1>')
  expect(page).toMatch(/poster="\/pictures\/farm-three-larks-ranch-\d+\.webp"/)
  expect(page).toMatch(/<track kind="captions" src="\/clips\/first-light-in-choteau\.vtt" srclang="en"/)
  expect(page).toContain('Two years of grass make a deep red ribeye.')
  expect(page).toContain('href="/farms/three-larks-ranch"')
  expect(page).toContain('href="/videos/ten-minutes-to-ice"')
  expect(page).toContain('"@type":"VideoObject"')
})

test('COM-5 a frame request gets only the video; an unknown one is a 404', async () => {
  const ana = await (await world()).shopper()
  const headers = { accept: 'text/html', 'turbo-frame': 'modal' }
  const frame = await (await ana.send(`/videos/${URI}`, { headers })).text()
  expect(frame).toMatch(/^<turbo-frame id="modal"/)
  expect(frame).toContain(`data-modal-name="video:${URI}"`)
  expect((await ana.visit('/videos/nothing')).status).toBe(404)
})

test('COM-5 a shop without videos says so', async () => {
  const { db, shopper } = await world()
  db.delete(videos).run()
  expect(await (await (await shopper()).visit('/videos')).text()).toContain('There are no videos yet.')
})

test('GND-30 each demo video has small files, and captions that match the transcript', () => {
  for (const { uri, lines } of FILMS) {
    for (const type of ['webm', 'mp4'] as const) {
      const file = `public${clipUrl(uri, type)}`
      expect(existsSync(file), file).toBe(true)
      expect(statSync(file).size, file).toBeLessThan(800_000)
    }
    const captions = readFileSync(`public${captionsUrl(uri)}`, 'utf8')
    expect(captions).toMatch(/^WEBVTT\n/)
    for (const line of lines) expect(captions).toContain(line)
  }
})

test('COM-5 range requests work, as players need', async () => {
  const { app } = await world()
  const part = await app.request(`http://localhost:3000${clipUrl(URI, 'mp4')}`, {
    headers: { range: 'bytes=0-99' },
  })
  expect([part.status, part.headers.get('content-type'), (await part.arrayBuffer()).byteLength]).toEqual([
    206,
    'video/mp4',
    100,
  ])
  const captions = await app.request(`http://localhost:3000${captionsUrl(URI)}`)
  expect(captions.headers.get('content-type')).toMatch(/^text\/vtt/)
})
