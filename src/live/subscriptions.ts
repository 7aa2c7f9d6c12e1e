import type { Services } from '../services.ts'
import type { VisitorKey } from '../web/env.ts'
import { readStreamName } from '../web/stream-names.ts'
import { LIMITS } from './limits.ts'
import { messages, readIdentifier } from './protocol.ts'
import type { Snapshot } from './stream-kind.ts'
import { STREAM_KINDS } from './stream-kinds.ts'
import type { Watch } from './watch.ts'

/** Clients repeat a command until it's confirmed, so each may come twice. */
export function createSubscriptions(
  services: Services,
  watch: Watch,
  visitor: VisitorKey,
  send: (text: string) => void,
) {
  const { config, bus, metrics } = services
  const stopByIdentifier = new Map<string, () => void>()

  /** Sends the snapshot unless the page shows it already. */
  function subscribe(identifier: string) {
    if (stopByIdentifier.has(identifier)) return send(messages.confirmed(identifier))
    const request = readIdentifier(identifier)
    const hasRoom = stopByIdentifier.size < LIMITS.subscriptions
    const opened = request && hasRoom ? open(identifier, request.signedName) : null
    if (!request || !opened) {
      metrics.cableRejected.inc()
      return send(messages.rejected(identifier))
    }
    stopByIdentifier.set(identifier, opened.stop)
    metrics.cableSubscriptions.inc()
    send(messages.confirmed(identifier))
    const { snapshot } = opened
    if (!snapshot.isShownOn?.(request.seen)) send(messages.message(identifier, snapshot.render()))
  }

  function open(identifier: string, signedName: string): { snapshot: Snapshot; stop(): void } | null {
    const name = readStreamName(config, signedName, visitor.sessionHash)
    const kind = name && STREAM_KINDS[name.purpose]
    if (!kind || kind.isPrivate !== name.isBound) return null
    const { subject } = name
    const stream = kind.streamFor(services, subject, visitor)
    if (stream === null) return null
    const { snapshot, unfollow } = watch.follow(kind, { stream, subject, visitor })
    const stopListening = bus.listen(stream, (html) => send(messages.message(identifier, html)))
    return {
      snapshot,
      stop() {
        stopListening()
        unfollow()
      },
    }
  }

  function unsubscribe(identifier: string) {
    const stop = stopByIdentifier.get(identifier)
    if (!stop || !stopByIdentifier.delete(identifier)) return
    metrics.cableSubscriptions.dec()
    stop()
  }

  function unsubscribeAll() {
    for (const identifier of [...stopByIdentifier.keys()]) unsubscribe(identifier)
  }

  return { subscribe, unsubscribe, unsubscribeAll }
}
