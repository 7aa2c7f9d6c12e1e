import { expect, test } from 'vitest'
import { readConfig } from '#src/config/config.ts'
import { visibilityCookie } from '#src/web/toast-rules.ts'
import { world } from '../support/world.ts'

const SENTENCE = 'Boxes for Thanksgiving leave us by Monday noon.'

/** Read the way an operator configures it. */
const announced = (sentence: string) =>
  readConfig({ STORAGE_PATH: '.build/test-announcement', SESSION_SECRET: SECRET, ANNOUNCEMENT: sentence })
    .announcement

const SECRET = 'a-session-secret-of-the-tests-only-0123456789'

test('SHL-2 BEH-16 an announcement is on every page until this browser dismisses it, and a new one shows again', async () => {
  const announcement = announced(SENTENCE)
  const { app } = await world({ config: { announcement } })
  const pageWith = async (path: string, cookie: string) =>
    (await app.request(path, { headers: { accept: 'text/html', cookie } })).text()
  const closed = `${visibilityCookie(announcement?.token ?? '')}=hidden`

  for (const path of ['/', '/shop', '/cart', '/terms', '/no-such-page']) {
    expect(await pageWith(path, '')).toContain(SENTENCE)
    expect(await pageWith(path, `a=b; ${closed}; c=d`)).not.toContain(SENTENCE)
  }
  expect(await pageWith('/', closed.replace('hidden', 'shown'))).toContain(SENTENCE)
  expect(await pageWith('/', 'visibility-other=hidden')).toContain(SENTENCE)

  const next = await world({ config: { announcement: announced('And for Christmas by the 21st.') } })
  const page = await next.app.request('/', { headers: { accept: 'text/html', cookie: closed } })
  expect(await page.text()).toContain('And for Christmas by the 21st.')
})
