import { type ChildProcess, spawn } from 'node:child_process'
import { expect, onTestFinished, test } from 'vitest'
import type { Ledger } from '#src/providers/payments/stand-in/ledger.ts'
import {
  charge,
  client,
  freshFile,
  publishableKey,
  secretKey,
  webhookSecret,
} from '../providers/stand-in/shop.ts'

type Running = { port: number; child: ChildProcess; gone: Promise<unknown> }

/** The stand-in as its own process, on a free port. */
function start(file: string): Promise<Running> {
  const child = spawn(process.execPath, ['.build/stand-in.js'], {
    env: {
      ...process.env,
      STAND_IN_PORT: '0',
      STAND_IN_STORE: file,
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_PUBLISHABLE_KEY: publishableKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const gone = new Promise((resolve) => child.once('exit', resolve))
  return new Promise((resolve, reject) => {
    let said = ''
    const hear = (chunk: Buffer) => {
      said += chunk
      const port = Number(said.match(/127\.0\.0\.1:(\d+)/)?.[1])
      if (port) resolve({ port, child, gone })
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    void gone.then(() => reject(new Error(said)))
  })
}

const ledgerAt = async (port: number): Promise<Ledger> =>
  (await fetch(`http://127.0.0.1:${port}/control/ledger`)).json()

test('R6 kill -9 under load loses no answered charge, and retries charge nothing twice', async () => {
  const file = freshFile()
  const first = await start(file)
  const orders = Array.from({ length: 60 }, (_, each) => `order-${each}`)
  const pay = (port: number, order: string) =>
    client(port).paymentIntents.create(charge('pm_card_visa', { metadata: { order } }), {
      idempotencyKey: `pi:${order}:1`,
    })

  const answered = new Set<string>()
  await Promise.all(
    orders.map((order) =>
      pay(first.port, order).then(
        () => void (answered.add(order).size === 20 && first.child.kill('SIGKILL')),
        () => {},
      ),
    ),
  )
  await first.gone
  expect(answered.size).toBeGreaterThanOrEqual(20)

  const second = await start(file)
  const after = new Set((await ledgerAt(second.port)).paid.map(({ metadata }) => metadata.order))
  expect([...answered].filter((order) => !after.has(order))).toEqual([])
  await Promise.all(orders.map((order) => pay(second.port, order)))
  const ledger = await ledgerAt(second.port)
  expect(ledger).toMatchObject({ charges: orders.length, chargedTwice: [] })
  expect(new Set(ledger.paid.map(({ metadata }) => metadata.order)).size).toBe(orders.length)
})

test('R6 several processes may open the same new file at once', async () => {
  const file = freshFile()
  const three = await Promise.all([start(file), start(file), start(file)])
  await Promise.all(three.map(({ port }) => client(port).paymentIntents.create(charge('pm_card_visa'))))
  for (const { port } of three) expect((await ledgerAt(port)).charges).toBe(3)
})
