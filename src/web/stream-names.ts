import { z } from 'zod'
import type { Config } from '../config/config.ts'
import { deriveKey, hmac, isSame } from '../tokens.ts'

/** The kinds of news there are; each has a module of its own in this folder and a key of its own for its names. */
export const PURPOSES = ['cart', 'stock'] as const

/** What a stream is about: a kind of news, and of what. */
export type StreamName = { purpose: (typeof PURPOSES)[number]; subject: string }

/** What a page's stream source is written with: `seen` is the version that the page shows already. */
export type StreamSource = { signedName: string; seen?: string }

const Payload = z.object({ purpose: z.enum(PURPOSES), subject: z.string(), bound: z.boolean() })
const SIGNED = /^([\w-]{1,1000})--([0-9a-f]{64})$/

/**
 * A stream's name for a page: JSON in base64url, two dashes, and its HMAC-SHA256 in hex, under a key of its purpose.
 * Bound to a session, the session is part of what is signed but not of what is written: another session's page cannot
 * use the name, and nothing of the session can be read in it.
 */
export function signStream(config: Config, { purpose, subject }: StreamName, sessionHash: string | null) {
  const payload = JSON.stringify({ purpose, subject, bound: sessionHash !== null })
  const text = Buffer.from(payload).toString('base64url')
  return `${text}--${signature(config, purpose, text, sessionHash)}`
}

/** What a name says, or null for one that we did not sign, or signed for another session. */
export function readStreamName(config: Config, signed: string, sessionHash: string) {
  const [, text = '', signedWith = ''] = SIGNED.exec(signed) ?? []
  const payload = payloadOf(text)
  if (!payload) return null
  const { purpose, subject, bound } = payload
  // Compared as texts: several texts mean the same bytes, and each but one of them is an altered name.
  const expected = signature(config, purpose, text, bound ? sessionHash : null)
  return isSame(Buffer.from(signedWith), Buffer.from(expected)) ? { purpose, subject, isBound: bound } : null
}

const signature = (
  config: Config,
  purpose: StreamName['purpose'],
  text: string,
  sessionHash: string | null,
): string =>
  hmac(keyFor(config, purpose), sessionHash === null ? text : `${text}\n${sessionHash}`).toString('hex')

function payloadOf(text: string) {
  try {
    return Payload.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString())).data ?? null
  } catch {
    return null
  }
}

/** Kept, since deriving one takes longer than signing with it, and every page signs. */
const keys = new WeakMap<Config, Map<string, Buffer>>()

function keyFor(config: Config, purpose: StreamName['purpose']): Buffer {
  const known = keys.get(config) ?? new Map<string, Buffer>()
  keys.set(config, known)
  const key = known.get(purpose) ?? deriveKey(config.sessionSecret, `stream:${purpose}`)
  known.set(purpose, key)
  return key
}
