import { describe, expect, test } from 'vitest'
import { changedByReads, changedTables, dump, writesOf } from '../../support/dump.ts'
import { EVERY_ACCOUNT, type Person, personWith, restoredShop, shopWithPeople } from '../../support/people.ts'
import { type RequestKind, requestAs } from '../../support/requests.ts'
import type { Answers } from '../../support/roles/lines.ts'
import { lineOf, nameOf, requestSpecOf } from '../../support/roles/questions.ts'
import { appRoutes, type Route } from '../../support/routes.ts'
import { type World, world } from '../../support/world.ts'

const here = await shopWithPeople()
const routes = appRoutes(here.app)
const before = dump(here.db)

test('R13 the role table covers all nine accounts, and the owner has something of every kind', () => {
  expect(EVERY_ACCOUNT).toHaveLength(9)
  for (const value of [...Object.values(here.tokens), ...Object.values(here.links)])
    expect(value).not.toBe('')
})

/** Everything readable in a response, headers included, except for sealed cookies. */
async function readable(answer: Response): Promise<string> {
  const headers = [...answer.headers].filter(([name]) => name !== 'set-cookie')
  return `${headers.map((header) => header.join(': ')).join('\n')}\n${await answer.text()}`
}

const leaks = (text: string) => new RegExp(here.hers).exec(text)?.[0] ?? null

async function expectLine(shop: Pick<World, 'app'>, route: Route, person: Person, way: RequestKind) {
  const line = lineOf(route)
  const answer = await requestAs(shop.app, person, requestSpecOf(here, route, person), way)
  const [script, page] = line.expected(person.who)
  const told = `${person.who}, ${way}`
  if (way === 'stream') expect(answer.status, told).toBeLessThan(500)
  else expect(answer.status, told).toBe(way === 'script' ? script : page)
  if (answer.status === 302 && line.kind === 'order page' && person.who !== 'owner')
    expect(answer.headers.get('location'), told).toBe('/')
  if (answer.status === 303 && person.who === 'anonymous' && line.expected('anonymous')[0] === 401)
    expect(answer.headers.get('location'), told).toBe('/signin')
  const text = await readable(answer)
  if (person.who !== 'owner' && !line.isShown(person.who)) expect(leaks(text), told).toBeNull()
  return { answer, text }
}

const reads = routes.filter(({ method }) => method === 'GET' || method === 'ALL')
const changes = routes.filter((route) => !reads.includes(route))
const rows = (list: Route[]) => list.map((route) => [nameOf(route), route] as const)
const isRefusal = ([script]: Answers) => [302, 401, 403, 404, 410].includes(script)

function divided<T>(list: T[], isFirst: (one: T) => boolean): [T[], T[]] {
  return [list.filter(isFirst), list.filter((one) => !isFirst(one))]
}

describe.each(rows(reads))('R13 GND-20 SEC-4 %s', (_, route) => {
  test("responds to each role as the table says, and leaks nobody's data", async () => {
    for (const person of here.people)
      for (const way of ['script', 'page'] as const) await expectLine(here, route, person, way)
  })
})

test('R13 GND-8 none of these reads changed anything', () => {
  expect(changedByReads(before, dump(here.db))).toEqual([])
})

describe.each(rows(changes))('R13 GND-20 SEC-4 %s', (_, route) => {
  const { kind, ownToken } = lineOf(route)
  const ways: RequestKind[] = kind === 'anybody' ? ['script', 'page'] : ['script', 'page', 'stream']

  test.each(ways)(
    'by %s: responds to each role as the table says; a refusal changes nothing',
    async (way) => {
      const shop = await restoredShop(here)
      const writes = writesOf(shop.db)
      const [refused, others] = divided(here.people, ({ who }) => isRefusal(lineOf(route).expected(who)))
      for (const person of refused) await expectLine(shop, route, person, way)
      if (writesOf(shop.db) !== writes) expect(changedTables(before, dump(shop.db))).toEqual([])
      for (const person of others) await expectLine(shop, route, person, way)
    },
  )

  if (ownToken)
    test("with one's own token, each account succeeds", async () => {
      const shop = await restoredShop(here)
      for (const person of here.people) {
        const { user } = person
        if (!user) continue
        const answer = await requestAs(
          shop.app,
          person,
          requestSpecOf(here, route, person, ownToken(user.token)),
          'script',
        )
        expect([person.who, answer.status]).toEqual([person.who, 200])
      }
    })
})

test('R13 the owner really can see her own data', async () => {
  for (const path of ['/account', '/account/orders', '/account/data', '/v1/checkout_summary'].map((path) =>
    path === '/v1/checkout_summary' ? `${path}?order_token=${here.tokens.open}` : path,
  )) {
    const answer = await requestAs(here.app, personWith(here, 'owner'), { method: 'GET', path }, 'page')
    expect(leaks(await readable(answer)), path).not.toBeNull()
  }
})

test("GND-20 demo-only routes don't exist in a live shop", async () => {
  const demoOnly = [
    'GET outbox',
    'GET outboxJson',
    'GET behaviours',
    'GET behaviour',
    'GET mails',
    'GET mail',
  ]
  const live = await world({ config: { demo: false, appUrl: 'https://shop.example' } })
  const there = appRoutes(live.app).map(nameOf)
  expect(demoOnly.filter((name) => there.includes(name))).toEqual([])
  expect(routes.map(nameOf).filter((name) => !there.includes(name))).toEqual(demoOnly)
})
