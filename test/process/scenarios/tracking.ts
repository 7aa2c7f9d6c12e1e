import { eq } from 'drizzle-orm'
import { orders, shippingLabels } from '#db/schema/index.ts'
import { createBuyer, createClient, forEachOf } from '../../support/buyers.ts'
import { streamNamesIn } from '../../support/cable.ts'
import { postNews } from '../../support/parcels.ts'
import { errorsOf, type Processes, type Server, stopAll, until } from '../../support/processes.ts'
import { readShop } from '../../support/shop-data.ts'
import { AT_ONCE, isUp, openTabs, type Person } from '../../support/tabs.ts'
import { megabytesOf } from './sockets.ts'

export type TrackingOutcome = {
  pages: number
  reached: number
  /** From sending the webhook until the last page got the update. */
  milliseconds: number
  megabytesBefore: number
  megabytes: number
  problems: string[]
}

const NEWS = 'Held up by weather'

/** Opens one box's page in many browsers, then posts an update from its carrier. */
export async function followBox(scene: Processes, pages: number): Promise<TrackingOutcome> {
  const databasePath = await scene.database('followed')
  const box = readShop(databasePath, (db) =>
    db
      .select({ token: orders.token, code: shippingLabels.trackingCode })
      .from(orders)
      .innerJoin(shippingLabels, eq(shippingLabels.orderId, orders.id))
      .where(eq(orders.state, 'shipped'))
      .get(),
  )
  if (!box?.code) throw new Error('the demo has no parcel on its way')
  const server = await scene.server({ databasePath })
  const followers = await openPages(server, `/${box.token}/tracking-info`, pages)
  const megabytesBefore = megabytesOf(server)
  const tabs = await openTabs(server, followers, pages)
  let reached = 0
  let lastAt = 0
  for (const { socket } of tabs)
    socket.on('message', (data) => {
      if (!String(data).includes(NEWS)) return
      reached += 1
      lastAt = performance.now()
    })
  const sentAt = performance.now()
  const status = await postNews(server, {
    id: 'evt_of_the_storm',
    status: 'in_transit',
    detail: 'weather_delay',
    at: '2026-12-01T08:00:00Z',
    code: box.code,
  })
  await until('every page has heard of it', () => reached >= pages)
  const outcome = {
    pages: tabs.filter(isUp).length,
    reached,
    milliseconds: Math.round(lastAt - sentAt),
    megabytesBefore,
    megabytes: megabytesOf(server),
    problems: [...errorsOf(server), ...(status === 200 ? [] : [`the webhook was answered ${status}`])],
  }
  for (const { socket } of tabs) socket.terminate()
  await stopAll(server)
  return outcome
}

async function openPages(server: Server, path: string, count: number): Promise<Person[]> {
  const client = createClient(server.origin)
  const people: Person[] = []
  await forEachOf(Array.from({ length: count }), AT_ONCE, async () => {
    const follower = createBuyer(client, { name: 'somebody' })
    const { text } = await follower.visit(path)
    people.push({ cookie: follower.standing().cookie, streams: [streamNamesIn(text).tracking] })
  })
  client.close()
  return people
}
