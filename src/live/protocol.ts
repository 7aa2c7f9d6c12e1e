import { z } from 'zod'

/** Action Cable's protocol, as its stock clients speak it. */
export const PROTOCOL = 'actioncable-v1-json'

/** The one channel there is: its streams carry Turbo's elements. */
const CHANNEL = 'Turbo::StreamsChannel'

/** Long enough for any name of ours, short enough to be kept fifty times a socket. */
const LONGEST_IDENTIFIER = 2_048

export type Reason = 'unauthorized' | 'invalid_request' | 'server_restart'

/** What the server says. `identifier` is always the client's own text, by which it knows its subscriptions. */
export const said = {
  welcome: () => JSON.stringify({ type: 'welcome' }),
  ping: (now: number) => JSON.stringify({ type: 'ping', message: Math.floor(now / 1_000) }),
  confirmed: (identifier: string) => JSON.stringify({ identifier, type: 'confirm_subscription' }),
  rejected: (identifier: string) => JSON.stringify({ identifier, type: 'reject_subscription' }),
  message: (identifier: string, message: string) => JSON.stringify({ identifier, message }),
  disconnect: (reason: Reason, reconnect: boolean) =>
    JSON.stringify({ type: 'disconnect', reason, reconnect }),
}

const Command = z.object({ command: z.string(), identifier: z.string().optional() })
const Identifier = z.object({
  channel: z.literal(CHANNEL),
  signed_stream_name: z.string(),
  seen: z.string().optional(),
})

export type Command = z.infer<typeof Command>

/** What a stream source asks for: a signed name and, where the page says it, the version it was drawn with. */
export type Wanted = { signedName: string; seen: string | null }

/** A message of the client's, or null for one that no client of this protocol sends. */
export const readCommand = (text: string): Command | null => Command.safeParse(jsonOf(text)).data ?? null

/** What an identifier asks for, or null where it is not for us to give. */
export function readIdentifier(identifier: string): Wanted | null {
  if (identifier.length > LONGEST_IDENTIFIER) return null
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
