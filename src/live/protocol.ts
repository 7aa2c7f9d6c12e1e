import { z } from 'zod'

export const PROTOCOL = 'actioncable-v1-json'

const CHANNEL = 'Turbo::StreamsChannel'

/** Limited, because a socket keeps up to fifty. */
const MAX_IDENTIFIER_LENGTH = 2_048

export type Reason = 'unauthorized' | 'invalid_request' | 'server_restart'

/** `identifier` is the client's own text, by which it finds its subscription. */
export const messages = {
  welcome: () => JSON.stringify({ type: 'welcome' }),
  ping: (now: number) => JSON.stringify({ type: 'ping', message: Math.floor(now / 1_000) }),
  confirmed: (identifier: string) => JSON.stringify({ identifier, type: 'confirm_subscription' }),
  rejected: (identifier: string) => JSON.stringify({ identifier, type: 'reject_subscription' }),
  message: (identifier: string, message: string) =>
    `{"identifier":${JSON.stringify(identifier)},"message":${encoded(message)}}`,
  disconnect: (reason: Reason, reconnect: boolean) =>
    JSON.stringify({ type: 'disconnect', reason, reconnect }),
}

let last = { message: '', json: '""' }

/** A broadcast goes to thousands of sockets with the same page in it, so it is encoded once. */
function encoded(message: string): string {
  if (message !== last.message) last = { message, json: JSON.stringify(message) }
  return last.json
}

const Command = z.object({ command: z.string(), identifier: z.string().optional() })
const Identifier = z.object({
  channel: z.literal(CHANNEL),
  signed_stream_name: z.string(),
  seen: z.string().optional(),
})

export type Command = z.infer<typeof Command>

/** `seen` is the version that the page was rendered with. */
export type StreamRequest = { signedName: string; seen: string | null }

export const readCommand = (text: string): Command | null => Command.safeParse(jsonOf(text)).data ?? null

export function readIdentifier(identifier: string): StreamRequest | null {
  if (identifier.length > MAX_IDENTIFIER_LENGTH) return null
  const { data } = Identifier.safeParse(jsonOf(identifier))
  return data ? { signedName: data.signed_stream_name, seen: data.seen ?? null } : null
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
