import { hash, verify } from '@node-rs/argon2'

/** OWASP's figures for Argon2id: 19 MiB, two passes, one lane; about 20 ms on a pool thread. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Each run takes 19 MiB and a pool thread. */
const MAX_RUNNING = 4
const MAX_QUEUED = 50

/** The hashing queue is full. */
export class PasswordsBusy extends Error {}

export const BUSY_SECONDS = 5

/** Null when the hashing queue is full. */
export async function unlessBusy<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof PasswordsBusy) return null
    throw error
  }
}

let running = 0
const queue: (() => void)[] = []

/** @throws PasswordsBusy */
export const hashPassword = (password: string): Promise<string> => queued(() => hash(password, COST))

/** Without a stored hash, verifies a dummy, so that timing does not reveal accounts. @throws PasswordsBusy */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  const matches = await queued(async () => verify(stored ?? (await dummyHash()), password))
  return stored !== null && matches
}

let dummy: Promise<string> | undefined

function dummyHash(): Promise<string> {
  dummy ??= hash('nobody has this password', COST)
  return dummy
}

/** Computes the dummy hash up front; otherwise the first unknown address would take twice as long. */
export const prepareDummyHash = async () => void (await dummyHash())

async function queued<T>(work: () => Promise<T>): Promise<T> {
  if (running >= MAX_RUNNING) await waitForSlot()
  else running++
  try {
    return await work()
  } finally {
    const next = queue.shift()
    if (next)
      next() // hands over the slot, so `running` stays the same
    else running--
  }
}

function waitForSlot(): Promise<void> {
  if (queue.length >= MAX_QUEUED) throw new PasswordsBusy('too many passwords at once')
  return new Promise((resolve) => queue.push(resolve))
}
