import { resolve } from 'node:path'
import { freePort } from '../support/free-port.ts'
import { load } from './load.ts'
import type { Measured } from './measured.ts'
import { SERVED, start } from './processes.ts'
import { request } from './wire.ts'

export type YardstickName =
  | 'bare node:http'
  | 'constant page'
  | 'bare query'
  | 'bare order, NORMAL'
  | 'bare order, FULL'

const fields = JSON.stringify({ quantity: 1 })
const json = ['Content-Type: application/json']

const REQUESTS: Record<YardstickName, Buffer> = {
  'bare node:http': request('GET', '/bare'),
  'constant page': request('GET', '/constant'),
  'bare query': request('GET', '/query'),
  'bare order, NORMAL': request('POST', '/order/normal', json, fields),
  'bare order, FULL': request('POST', '/order/full', json, fields),
}

export const YARDSTICKS = Object.keys(REQUESTS) as YardstickName[]
const WARM_UP_SECONDS = 0.7

export type Yardstick = { ask(name: YardstickName, connections: number, seconds: number): Promise<Measured> }

/** Runs the baseline server on the measured server's core while `use` runs. It writes next to the shop's file. */
export async function withYardstick<T>(
  shopFile: string,
  use: (yardstick: Yardstick) => Promise<T>,
): Promise<T> {
  const port = await freePort()
  const file = resolve(shopFile)
  const args = ['--import', 'tsx', 'test/bench/yardstick.ts', String(port), file, `${file}-scratch`]
  const bare = start(SERVED, args, { env: { NODE_ENV: 'production' } })
  const ask: Yardstick['ask'] = (name, connections, seconds) =>
    load({ port, pid: bare.pid, connections, seconds, next: () => REQUESTS[name] })
  try {
    await bare.firstLine
    for (const name of YARDSTICKS) await ask(name, 16, WARM_UP_SECONDS)
    return await use({ ask })
  } finally {
    await bare.stop()
  }
}
