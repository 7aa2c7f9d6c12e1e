import { randomBytes } from 'node:crypto'
import type { Control } from '../../stand-in/control.ts'
import type { StandInStore } from '../../stand-in/store/store.ts'
import type { StandInOptions } from './index.ts'

export type Deps = {
  store: StandInStore
  control: Control
  /** Real time in epoch milliseconds. */
  now(): number
  newId(prefix: string, length?: number): string
  sendsEvent(type: string): boolean
  processingMs: number
  livemode: boolean
  account: string
  wake(): void
  /** Makes an object of before the stand-in's time. @returns whether there was one */
  recall(id: string): boolean
  /** The API request being handled; nulls for events that a timer causes. */
  request: { id: string | null; idempotency_key: string | null }
}

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

export function createDeps(options: StandInOptions, control: Control): Deps {
  const randomId = options.randomId ?? base62
  const sentTypes = options.webhookEvents && new Set(options.webhookEvents)
  return {
    store: options.store,
    control,
    now: options.now ?? Date.now,
    newId: (prefix, length = 24) => `${prefix}_${randomId(length)}`,
    sendsEvent: (type) => options.webhookUrl !== null && (!sentTypes || sentTypes.has(type)),
    processingMs: options.processingMs ?? 3_000,
    livemode: /^(sk|rk)_live_/.test(options.secretKey),
    account: options.account ?? 'acct_stand_in',
    wake: () => {},
    recall: () => false,
    request: { id: null, idempotency_key: null },
  }
}

/** Random bytes in bulk: one system call for hundreds of ids. */
const pool = { bytes: Buffer.alloc(0), at: 0 }

function nextByte(): number {
  if (pool.at === pool.bytes.length) Object.assign(pool, { bytes: randomBytes(8_192), at: 0 })
  return pool.bytes[pool.at++] ?? 255
}

/** Uses 248 of the 256 byte values, a multiple of 62, so that every letter is equally likely. */
function base62(length: number): string {
  let text = ''
  while (text.length < length) {
    const byte = nextByte()
    if (byte < 248) text += BASE62.charAt(byte % 62)
  }
  return text
}

export const seconds = (milliseconds: number) => Math.floor(milliseconds / 1_000)
