import type { Services } from '../services.ts'
import type { VisitorKey } from '../web/env.ts'
import { readStreamName } from '../web/stream-names.ts'
import { LIMITS } from './limits.ts'
import { readIdentifier, said } from './protocol.ts'
import type { Sight } from './stream-kind.ts'
import { STREAM_KINDS } from './stream-kinds.ts'
import type { Watch } from './watch.ts'

/** What one socket listens to. Clients repeat themselves until they are heard, so all of it may be asked twice. */
export function createSubscriptions(
  services: Services,
  watch: Watch,
  who: VisitorKey,
  say: (text: string) => void,
) {
  const { config, bus, metrics } = services
  const standing = new Map<string, () => void>()

  /** Confirms a stream that this socket may hear, and shows how its thing stands unless the page has seen just that. */
  function subscribe(identifier: string) {
    if (standing.has(identifier)) return say(said.confirmed(identifier))
    const wanted = readIdentifier(identifier)
    const opened = wanted && standing.size < LIMITS.subscriptions ? open(identifier, wanted.signedName) : null
    if (!wanted || !opened) {
      metrics.cableRejected.inc()
      return say(said.rejected(identifier))
    }
    standing.set(identifier, opened.leave)
    metrics.cableSubscriptions.inc()
    say(said.confirmed(identifier))
    const { sight } = opened
    if (!sight.isShownOn?.(wanted.seen)) say(said.message(identifier, sight.draw()))
  }

  function open(identifier: string, signedName: string): { sight: Sight; leave(): void } | null {
    const name = readStreamName(config, signedName, who.sessionHash)
    const kind = name && STREAM_KINDS[name.purpose]
    if (!kind || kind.isPrivate !== name.isBound) return null
    const { subject } = name
    const stream = kind.streamFor(services, subject, who)
    if (stream === null) return null
    const { sight, leave } = watch.follow(kind, { stream, subject, who })
    const hush = bus.listen(stream, (html) => say(said.message(identifier, html)))
    return {
      sight,
      leave() {
        hush()
        leave()
      },
    }
  }

  function unsubscribe(identifier: string) {
    const leave = standing.get(identifier)
    if (!leave || !standing.delete(identifier)) return
    metrics.cableSubscriptions.dec()
    leave()
  }

  function end() {
    for (const identifier of [...standing.keys()]) unsubscribe(identifier)
  }

  return { subscribe, unsubscribe, end }
}
