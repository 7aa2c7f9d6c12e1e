import { randomBytes } from 'node:crypto'
import type { Control } from './control.ts'
import type { StandInOptions } from './index.ts'
import type { StandInStore } from './store/store.ts'

/** What every act of the stand-in works with. */
export type Desk = {
  store: StandInStore
  control: Control
  /** Epoch milliseconds, by the wall. */
  now(): number
  newId(prefix: string, length?: number): string
  sendsEvent(type: string): boolean
  processingMs: number
  /** Called when something new may be due. */
  wake(): void
  /** The API request that is being answered; empty for what time brings about. */
  request: { id: string | null; idempotency_key: string | null }
}

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

export function createDesk(options: StandInOptions, control: Control): Desk {
  const randomId = options.randomId ?? base62
  const wanted = options.webhookEvents && new Set(options.webhookEvents)
  return {
    store: options.store,
    control,
    now: options.now ?? Date.now,
    newId: (prefix, length = 24) => `${prefix}_${randomId(length)}`,
    sendsEvent: (type) => options.webhookUrl !== null && (!wanted || wanted.has(type)),
    processingMs: options.processingMs ?? 3_000,
    wake: () => {},
    request: { id: null, idempotency_key: null },
  }
}

/** A store of random bytes: one call to the system for hundreds of ids. */
const pool = { bytes: Buffer.alloc(0), at: 0 }

function nextByte(): number {
  if (pool.at === pool.bytes.length) Object.assign(pool, { bytes: randomBytes(8_192), at: 0 })
  return pool.bytes[pool.at++] ?? 255
}

/** 248 of the 256 byte values share out evenly over 62 letters; the rest are drawn again. */
function base62(length: number): string {
  let text = ''
  while (text.length < length) {
    const byte = nextByte()
    if (byte < 248) text += BASE62.charAt(byte % 62)
  }
  return text
}

export const seconds = (milliseconds: number) => Math.floor(milliseconds / 1_000)
