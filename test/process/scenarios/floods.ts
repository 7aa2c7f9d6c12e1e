import { Agent, type RequestOptions, request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { closeDatabase, openDatabase } from '#db/client.ts'
import { sessions } from '#db/schema/index.ts'
import { stopAll } from '../../support/child.ts'
import type { Processes } from '../../support/processes.ts'

export type Flood = { seconds: number; bodiesPerSecond: number; visits: number; readers: number }

const HOSTILE_BODY = JSON.stringify({ x: '4-'.repeat(32_000) })
const PIPELINED = 40
const VISITS_AT_ONCE = 16

/**
 * Floods a shop from one address with hostile bodies, visits without a cookie and readers that read nothing, and polls
 * its health meanwhile. @returns the median response in milliseconds, before and during the flood
 */
export async function flood(processes: Processes, { seconds, bodiesPerSecond, visits, readers }: Flood) {
  const databasePath = await processes.database('flooded')
  const server = await processes.server({ databasePath, env: { RATE_LIMITS: 'on' } })
  const { port } = server
  const idleMs = await medianAnswer(port, 2_000)
  const held = Array.from({ length: readers }, () => slowReader(port))
  const [floodedMs, statuses] = await Promise.all([
    medianAnswer(port, seconds * 1_000),
    visitWithoutCookies(port, visits),
    postBodies(port, bodiesPerSecond * seconds, 1_000 / bodiesPerSecond),
  ])
  for (const socket of held) socket.destroy()
  await stopAll(server)
  return { idleMs, floodedMs, statuses, sessions: countSessions(databasePath) }
}

async function medianAnswer(port: number, milliseconds: number): Promise<number> {
  const agent = new Agent({ keepAlive: true })
  const asked: Promise<number>[] = []
  const end = performance.now() + milliseconds
  while (performance.now() < end) {
    const startedAt = performance.now()
    asked.push(statusOf({ port, path: '/healthz', agent }).then(() => performance.now() - startedAt))
    await pause(50)
  }
  const times = await Promise.all(asked)
  agent.destroy()
  return times.sort((left, right) => left - right)[times.length >> 1] ?? Number.POSITIVE_INFINITY
}

/** @returns the number of responses by status */
async function visitWithoutCookies(port: number, visits: number): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {}
  const agent = new Agent({ keepAlive: true, maxSockets: VISITS_AT_ONCE })
  let left = visits
  const visitor = async () => {
    while (left-- > 0) {
      const status = await statusOf({ port, path: '/cart', agent, headers: { accept: 'text/html' } })
      statuses[status] = (statuses[status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: VISITS_AT_ONCE }, visitor))
  agent.destroy()
  return statuses
}

async function postBodies(port: number, count: number, everyMs: number) {
  const headers = { 'content-type': 'application/json', 'content-length': HOSTILE_BODY.length }
  for (let sent = 0; sent < count; sent += 1) {
    void statusOf({ port, method: 'POST', path: '/v1/update_postal_code', headers }, HOSTILE_BODY)
    await pause(everyMs)
  }
}

/** Requests many pages at once and reads none. */
function slowReader(port: number) {
  const socket = connect({ port, host: '127.0.0.1' })
  socket.on('error', () => undefined)
  socket.pause()
  socket.write('GET /shop HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\n\r\n'.repeat(PIPELINED))
  return socket
}

/** 0 if the connection was dropped. */
const statusOf = (options: RequestOptions, body?: string): Promise<number> =>
  new Promise((resolve) => {
    const asked = request(options, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? 0))
      response.on('error', () => resolve(0))
    })
    asked.on('error', () => resolve(0))
    asked.end(body)
  })

function countSessions(databasePath: string): number {
  const db = openDatabase(databasePath)
  const count = db.select().from(sessions).all().length
  closeDatabase(db)
  return count
}
