import type { Instant } from '../day.ts'
import type { Services } from '../services.ts'
import type { VisitorKey } from '../web/env.ts'

export type FollowedStream = { stream: string; subject: string; visitor: VisitorKey }

export type Snapshot = {
  version: string
  render(): string
  /** Whether a page rendered with version `seen` is current. If absent, new subscribers get the snapshot. */
  isShownOn?(seen: string | null): boolean
}

export type Poll = {
  snapshots: Map<string, Snapshot>
  /** When the first of them changes without a write. */
  until: Instant
}

/**
 * A kind of live update. Changes are found by polling, so the code that changes something (in this process, another
 * one or a command) need not know who watches, and the next poll shows what a broken connection missed. A kind polls
 * all of its streams at once, in few statements.
 *
 * A new kind needs a purpose in `web/stream-names.ts`, a module here, a line in `stream-kinds.ts`, and a page with a
 * `<TurboCableStreamSource>`. Updates that no table holds can be sent by `services.bus.broadcast`.
 */
export type StreamKind = {
  /** Its signed names are good only for the session they were signed for. */
  isPrivate: boolean
  /** The stream's name within the server; null if the visitor may not follow it. Asked at every subscription. */
  streamFor(services: Services, subject: string, visitor: VisitorKey): string | null
  poll(services: Services, followed: FollowedStream[]): Poll
}
