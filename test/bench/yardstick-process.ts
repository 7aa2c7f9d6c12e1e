import { freePort } from '../support/free-port.ts'
import { load, type Measured } from './load.ts'
import { SERVED, start } from './processes.ts'
import { request } from './wire.ts'

export type YardstickName = 'constant page' | 'bare query' | 'bare order, NORMAL' | 'bare order, FULL'

const fields = JSON.stringify({ quantity: 1 })
const json = ['Content-Type: application/json']

const REQUESTS: Record<YardstickName, Buffer> = {
  'constant page': request('GET', '/constant'),
  'bare query': request('GET', '/query'),
  'bare order, NORMAL': request('POST', '/order/normal', json, fields),
  'bare order, FULL': request('POST', '/order/full', json, fields),
}

export type Yardstick = Awaited<ReturnType<typeof openYardstick>>

/** The bare server on the core of the measured one. */
export async function openYardstick(shopFile: string, scratchFile: string) {
  const port = await freePort()
  const bare = start(
    SERVED,
    ['--import', 'tsx', 'test/bench/yardstick.ts', String(port), shopFile, scratchFile],
    {
      NODE_ENV: 'production',
    },
  )
  await bare.firstLine
  for (const name of Object.keys(REQUESTS) as YardstickName[]) await ask(name, 16, 0.3)
  return { ask, stop: bare.stop }

  function ask(name: YardstickName, connections: number, seconds: number): Promise<Measured> {
    return load({ port, pid: bare.pid, connections, seconds, next: () => REQUESTS[name] })
  }
}
