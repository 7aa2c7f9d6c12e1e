import { expect, test } from 'vitest'
import { farmFollows, sessions } from '#db/schema/index.ts'
import { ANA, signedIn } from '../support/account.ts'
import { find } from '../support/dom-elements.ts'
import { openPage, waitFor } from '../support/dom-page.ts'
import { world } from '../support/world.ts'

const button = () => find('.farm-hero .follow__button')
const shown = () => [
  button().getAttribute('aria-pressed'),
  find('[data-farm-follow-target=word]').textContent,
]

test('BEH-21 the button follows in place, confirms it, and unfollows', async () => {
  const shop = await world()
  const ana = await signedIn(shop, ANA)
  const follows = () => shop.db.select().from(farmFollows).all().length
  const user = await openPage(ana, '/farms/three-larks-ranch')
  expect([...shown(), follows()]).toEqual(['false', 'Follow', 0])
  await user.click(button())
  expect(shown()).toEqual(['true', 'Following'])
  await waitFor(() => expect(follows()).toBe(1))
  await waitFor(() => expect(find('.farm-hero form').getAttribute('action')).toContain('/unfollow_farm/'))
  await user.click(button())
  expect(shown()).toEqual(['false', 'Follow'])
  await waitFor(() => expect(follows()).toBe(0))
  expect(location.pathname).toBe('/farms/three-larks-ranch')
})

test('BEH-21 a rejected follow reverts, and the form falls back to a full page load', async () => {
  const shop = await world()
  const ana = await signedIn(shop, ANA)
  const user = await openPage(ana, '/farms/three-larks-ranch')
  shop.db.delete(sessions).run() // the session has ended meanwhile
  await user.click(button())
  await waitFor(() => expect(location.pathname).toBe('/signin'))
  expect(shop.db.select().from(farmFollows).all()).toEqual([])
})
