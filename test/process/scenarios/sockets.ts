import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createBuyer, createClient, forEachOf } from '../../support/buyers.ts'
import { streamNamesIn } from '../../support/cable.ts'
import { errorsOf, type Processes, type Server, stopAll, until } from '../../support/processes.ts'
import { AT_ONCE, isUp, openTabs, type Person } from '../../support/tabs.ts'

export type IdleOutcome = {
  sockets: number
  megabytesBefore: number
  megabytes: number
  beats: number
  problems: string[]
}

export type StormOutcome = { sockets: number; toldToComeBack: number; seconds: number; problems: string[] }

/**
 * Opens many idle tabs: every socket subscribes to a cart and a product's stock, and gets pings.
 * @param beats how many pings of each to wait for before reading the memory
 */
export async function keepIdle(scene: Processes, sockets: number, beats: number): Promise<IdleOutcome> {
  const server = await scene.server({ databasePath: await scene.database('idle') })
  const people = await gatherPeople(server, Math.ceil(sockets / TABS_EACH))
  const megabytesBefore = megabytesOf(server)
  const tabs = await openTabs(server, people, sockets)
  await until('every tab has heard some beats', () => tabs.every((tab) => tab.beats >= beats))
  const outcome = {
    sockets: tabs.filter(isUp).length,
    megabytesBefore,
    megabytes: megabytesOf(server),
    beats: tabs.reduce((sum, tab) => sum + tab.beats, 0),
    problems: errorsOf(server),
  }
  for (const { socket } of tabs) socket.terminate()
  await stopAll(server)
  return outcome
}

/** Restarts the server, and all tabs reconnect at once, before it's even ready. */
export async function reconnectStorm(scene: Processes, sockets: number): Promise<StormOutcome> {
  const databasePath = await scene.database('storm')
  const server = await scene.server({ databasePath })
  const people = await gatherPeople(server, Math.ceil(sockets / TABS_EACH))
  const tabs = await openTabs(server, people, sockets)
  let toldToComeBack = 0
  for (const { socket } of tabs) {
    socket.on('message', (data) => {
      if (String(data) === COME_BACK) toldToComeBack += 1
    })
  }
  const codes = await stopAll(server)
  const restarted = await scene.server({ databasePath, port: server.port })
  const readyAt = performance.now()
  const back = await openTabs(restarted, people, sockets, sockets)
  const seconds = (performance.now() - readyAt) / 1_000
  const outcome = {
    sockets: back.filter(isUp).length,
    toldToComeBack,
    seconds: Math.round(seconds * 10) / 10,
    problems: [
      ...[server, restarted].flatMap(errorsOf),
      ...codes.filter((code) => code !== 0).map((code) => `the first server ended with ${code}`),
    ],
  }
  for (const { socket } of back) socket.terminate()
  await stopAll(restarted)
  return outcome
}

const COME_BACK = '{"type":"disconnect","reason":"server_restart","reconnect":true}'
const TABS_EACH = 2

async function gatherPeople(server: Server, count: number): Promise<Person[]> {
  const client = createClient(server.origin)
  const people: Person[] = []
  await forEachOf(Array.from({ length: count }), AT_ONCE, async () => {
    const buyer = createBuyer(client, { name: 'somebody' })
    const { text } = await buyer.visit('/products/demo-fifty')
    const { cart, stock } = streamNamesIn(text)
    people.push({ cookie: buyer.standing().cookie, streams: [cart, stock] })
  })
  client.close()
  return people
}

/** The server's memory use: proportional set size where the system reports it, otherwise resident. */
export function megabytesOf({ pid }: Server): number {
  try {
    const [, kilobytes] = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? []
    if (kilobytes) return Math.round(Number(kilobytes) / 1_000)
  } catch {
    // Not available on every system, or to every user.
  }
  const told = execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })
  return Math.round(Number(told) / 1_000)
}
