import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { paths } from '#src/paths.ts'
import { personWith, restoredShop, shopWithPeople } from '../../support/people.ts'
import { requestAs } from '../../support/requests.ts'
import { lineOf, nameOf, requestSpecOf } from '../../support/roles/questions.ts'
import { appRoutes, type Route } from '../../support/routes.ts'
import { trailOf } from '../../support/trail.ts'
import { READ_ELSEWHERE, TRAIL_CASES, UNRECORDED } from '../../support/trail-cases.ts'
import type { World } from '../../support/world.ts'

const here = await shopWithPeople()
const staffPosts = appRoutes(here.app).filter(
  ({ method, path }) => method === 'POST' && path.startsWith(paths.staff()),
)

/** Performs the role table's request if it succeeds, otherwise the case from test/support/trail-cases.ts. */
async function perform(route: Route): Promise<{ shop: World; answer: Response }> {
  const own = TRAIL_CASES[nameOf(route)]
  if (own) return own()
  const staff = personWith(here, 'staff')
  expect(lineOf(route).expected('staff')[0], 'add a case to test/support/trail-cases.ts').toBe(200)
  const shop = await restoredShop(here)
  return { shop, answer: await requestAs(shop.app, staff, requestSpecOf(here, route, staff), 'script') }
}

describe.each(
  staffPosts
    .filter((route) => !(nameOf(route) in { ...UNRECORDED, ...READ_ELSEWHERE }))
    .map((route) => [nameOf(route), route] as const),
)('STF-8 %s', (_, route) => {
  test('leaves an entry that names the actor', async () => {
    const { shop, answer } = await perform(route)
    expect([answer.status, answer.ok || answer.status === 303]).toEqual([answer.status, true])
    const [entry] = trailOf(shop)
    expect(entry).toMatchObject({ actorName: 'Ruth Abernathy', at: shop.clock.now() })
  })
})

test('STF-8 only existing routes are exempt', () => {
  const names = staffPosts.map(nameOf)
  expect(
    Object.keys({ ...TRAIL_CASES, ...UNRECORDED, ...READ_ELSEWHERE }).filter((name) => !names.includes(name)),
  ).toEqual([])
})

test.each(Object.entries(READ_ELSEWHERE))('STF-8 another test covers the entry of %s', (_, [verb, file]) => {
  expect(readFileSync(file, 'utf8')).toContain(`'${verb}'`)
})
