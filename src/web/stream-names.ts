import { z } from 'zod'
import type { Config } from '../config/config.ts'
import { deriveKey, hmac, isSame } from '../tokens.ts'

/** Each has a module in src/live and its own signing key. */
export const PURPOSES = ['cart', 'stock', 'job', 'board', 'tracking'] as const

export type StreamName = { purpose: (typeof PURPOSES)[number]; subject: string }

/** `seen` is the version that the page already shows. */
export type StreamSource = { signedName: string; seen?: string }

const Payload = z.object({ purpose: z.enum(PURPOSES), subject: z.string(), bound: z.boolean() })
const SIGNED = /^([\w-]{1,1000})--([0-9a-f]{64})$/

/** A session-bound name signs the session hash without containing it, so no other session can use or read it. */
export function signStream(config: Config, { purpose, subject }: StreamName, sessionHash: string | null) {
  const payload = JSON.stringify({ purpose, subject, bound: sessionHash !== null })
  const text = Buffer.from(payload).toString('base64url')
  return `${text}--${signature(config, purpose, text, sessionHash)}`
}

export function readStreamName(config: Config, signed: string, sessionHash: string) {
  const [, text = '', sentSignature = ''] = SIGNED.exec(signed) ?? []
  const payload = payloadOf(text)
  if (!payload) return null
  const { purpose, subject, bound } = payload
  // Compares text: several texts decode to the same bytes, and all but one of them are altered names.
  const expected = signature(config, purpose, text, bound ? sessionHash : null)
  return isSame(Buffer.from(sentSignature), Buffer.from(expected))
    ? { purpose, subject, isBound: bound }
    : null
}

const signature = (
  config: Config,
  purpose: StreamName['purpose'],
  text: string,
  sessionHash: string | null,
): string =>
  hmac(
    deriveKey(config.sessionSecret, `stream:${purpose}`),
    sessionHash === null ? text : `${text}\n${sessionHash}`,
  ).toString('hex')

function payloadOf(text: string) {
  try {
    return Payload.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString())).data ?? null
  } catch {
    return null
  }
}
