import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { rememberPostalCode } from '#src/accounts/session.ts'
import { openConnection } from '#src/live/connection.ts'
import type { StreamKind } from '#src/live/stream-kind.ts'
import { createWatch } from '#src/live/watch.ts'
import { world } from '../support/world.ts'

// Beats use real time; only the timers are fake and wait for the test to advance them.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** A peer that records what it receives, and sends a pong only when the test says so. */
class Peer extends EventEmitter {
  readonly OPEN = 1
  readyState = 1
  bufferedAmount = 0
  told: string[] = []
  asked = 0
  send = (text: string) => void this.told.push(text)
  close = vi.fn()
  terminate = vi.fn()
  ping() {
    this.asked += 1
  }
}

async function connected() {
  const { services } = await world()
  const peer = new Peer()
  const who = { sessionHash: 'nobody', user: null }
  openConnection(services, createWatch(services), peer as unknown as WebSocket, who)
  return peer
}

test('RT-1 the first ping is sent after three seconds, then one every three', async () => {
  const peer = await connected()
  expect(peer.told).toEqual(['{"type":"welcome"}'])
  vi.advanceTimersByTime(2_999)
  expect(peer.told).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(peer.told[1]).toMatch(/^\{"type":"ping","message":\d{10}\}$/)
  vi.advanceTimersByTime(6_000)
  expect(peer.told).toHaveLength(4)
})

test('RT-2 R24 a silent peer is terminated within a minute', async () => {
  const peer = await connected()
  vi.advanceTimersByTime(57_000)
  expect([peer.asked, peer.terminate.mock.calls.length]).toEqual([1, 0])
  vi.advanceTimersByTime(3_000)
  expect(peer.terminate).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(60_000)
  expect(peer.told).toHaveLength(20)
})

test('RT-1 a peer that sends pongs stays connected', async () => {
  const peer = await connected()
  for (let times = 0; times < 10; times++) {
    vi.advanceTimersByTime(30_000)
    peer.emit('pong')
  }
  expect(peer.asked).toBe(10)
  expect(peer.terminate).not.toHaveBeenCalled()
})

test('R24 a slow reader with too much buffered is disconnected, and nothing more is written', async () => {
  const peer = await connected()
  peer.bufferedAmount = 256 * 1_024
  vi.advanceTimersByTime(3_000)
  expect(peer.told).toHaveLength(2)
  peer.bufferedAmount += 1
  vi.advanceTimersByTime(3_000)
  expect(peer.terminate).toHaveBeenCalledOnce()
  expect(peer.told).toHaveLength(2)
})

test('RT-3 a stream that can’t be polled keeps no other one from its news', async () => {
  const { services } = await world()
  let version = '1'
  const kind = (name: string): StreamKind => ({
    isPrivate: false,
    streamFor: (_services, subject) => subject,
    poll(_services, followed) {
      if (version === '2' && followed.some(({ stream }) => stream === `broken ${name}`)) throw new Error(name)
      const snapshots = followed.map(({ stream }) => [stream, { version, render: () => version }] as const)
      return { snapshots: new Map(snapshots), until: Number.POSITIVE_INFINITY }
    },
  })
  const errors = vi.spyOn(services.log, 'error').mockReturnValue(undefined)
  const watch = createWatch(services)
  const heard: string[] = []
  for (const name of ['carts', 'stocks']) {
    const each = kind(name)
    for (const stream of [`broken ${name}`, `good ${name}`]) {
      watch.follow(each, { stream, subject: stream, visitor: { sessionHash: 'nobody', user: null } })
      services.bus.listen(stream, () => heard.push(stream))
    }
  }
  version = '2'
  await rememberPostalCode(services.db, 'nobody', '98101', services.clock.now())
  vi.advanceTimersByTime(200)
  watch.stop()
  expect(heard).toEqual(['good carts', 'good stocks'])
  expect(errors).toHaveBeenCalledTimes(2)
})
