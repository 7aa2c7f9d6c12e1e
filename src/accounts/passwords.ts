import { hash, verify } from '@node-rs/argon2'

/** OWASP's figures for Argon2id: 19 MiB, two passes, one lane; about 20 ms in a thread of the pool. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const AT_ONCE = 4
const LONGEST_QUEUE = 50

/** More passwords wait than can be looked at soon: the visitor is asked to come again. */
export class PasswordsBusy extends Error {}

/** Memory and threads have an end; nobody waits longer than this for their turn to have a password looked at. */
export const BUSY_SECONDS = 5

/** What `work` finds, or null where it has to wait too long for its turn. */
export async function unlessBusy<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof PasswordsBusy) return null
    throw error
  }
}

let working = 0
const waiting: (() => void)[] = []

/** @throws PasswordsBusy */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, COST))

/**
 * Is this the password? Where there is none (no account, or one without a password) a look is taken all the same, so
 * that the time of the answer tells nothing. @throws PasswordsBusy
 */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  const matches = await inTurn(async () => verify(stored ?? (await nobodys()), password))
  return stored !== null && matches
}

let nobodysHash: Promise<string> | undefined

/** A hash of nothing anybody types, made like every other. */
function nobodys(): Promise<string> {
  nobodysHash ??= hash('nobody has this password', COST)
  return nobodysHash
}

/** Makes it beforehand, because the first look at nobody's password would else take twice the time. */
export const readyToCompare = async () => void (await nobodys())

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (working >= AT_ONCE) await turn()
  else working++
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else working--
  }
}

/** A place that becomes free goes straight to the next in the queue. */
function turn(): Promise<void> {
  if (waiting.length >= LONGEST_QUEUE) throw new PasswordsBusy('too many passwords at once')
  return new Promise((resolve) => waiting.push(resolve))
}
