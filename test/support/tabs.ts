import { WebSocket } from 'ws'
import { forEachOf } from './buyers.ts'

/** An open page's WebSocket, as the stock client opens it, without a browser. */
export type Tab = { socket: WebSocket; confirmed: boolean; beats: number }

/** A visitor's cookie and their page's stream names. */
export type Person = { cookie: string; streams: string[] }

type Served = { port: number; origin: string }

export const AT_ONCE = 100

export const isUp = ({ socket, confirmed }: Tab) => confirmed && socket.readyState === WebSocket.OPEN

export async function openTabs(
  server: Served,
  people: Person[],
  count: number,
  atOnce = AT_ONCE,
): Promise<Tab[]> {
  const tabs: Tab[] = []
  await forEachOf(Array.from({ length: count }), atOnce, async (_, nth) => {
    tabs.push(await openTab(server, people[nth % people.length]!))
  })
  return tabs
}

/** Opens a tab and waits until it's confirmed; retries, as clients do, while the server is down or busy. */
async function openTab(server: Served, person: Person): Promise<Tab> {
  for (;;) {
    const tab = await tryTab(server, person)
    if (tab) return tab
  }
}

function tryTab(server: Served, { cookie, streams }: Person): Promise<Tab | null> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`ws://127.0.0.1:${server.port}/cable`, ['actioncable-v1-json'], {
      headers: { cookie, origin: server.origin },
      perMessageDeflate: false,
    })
    const tab: Tab = { socket, confirmed: false, beats: 0 }
    const wanted = new Set(streams.map(identifierOf))
    socket.on('open', () => {
      for (const identifier of wanted) socket.send(JSON.stringify({ command: 'subscribe', identifier }))
    })
    socket.on('message', (data) => {
      const { type, identifier } = JSON.parse(String(data)) as { type?: string; identifier?: string }
      if (type === 'ping') tab.beats += 1
      if (type !== 'confirm_subscription' || !identifier) return
      wanted.delete(identifier)
      if (wanted.size > 0) return
      tab.confirmed = true
      resolve(tab)
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(null))
  })
}

const identifierOf = (signedName: string) =>
  JSON.stringify({ channel: 'Turbo::StreamsChannel', signed_stream_name: signedName })
