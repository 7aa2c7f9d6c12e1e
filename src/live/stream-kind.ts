import type { Instant } from '../day.ts'
import type { Services } from '../services.ts'
import type { VisitorKey } from '../web/env.ts'

/** A stream that somebody listens to at this server. */
export type Watched = { stream: string; subject: string; who: VisitorKey }

/** How a stream's thing stands: another version looks different, and `draw` makes the Turbo streams that show it. */
export type Sight = {
  version: string
  draw(): string
  /** Whether a page that was drawn with `seen` shows just this. Without it every page is shown it when it begins to listen. */
  isShownOn?(seen: string | null): boolean
}

export type Look = {
  /** By stream. */
  sights: Map<string, Sight>
  /** When the first of them changes by itself, without anybody writing. */
  until: Instant
}

/**
 * A kind of news. What is new is found by looking, not by being told: whoever changes a thing, this process, another
 * one or a command, need not know that somebody watches it, and what was missed while a socket was down is seen with
 * the first look. So a kind is asked about all its streams at once, and answers with few statements.
 *
 * Another kind (a shipment's tracking, a job's progress, a center's list of orders) is a module beside the two that are
 * here: a purpose in `stream-names.ts`, a line in `kinds.ts`, a look through its own domain, and a page with a
 * `<TurboCableStreamSource>` of its name. News that lie in no table can be sent by `services.bus.broadcast` as well.
 */
export type StreamKind = {
  /** Its names are good only for the session they were signed for. */
  isPrivate: boolean
  /** The stream's name within the server; null where this listener may not hear it. Asked at every subscription. */
  streamFor(services: Services, subject: string, who: VisitorKey): string | null
  look(services: Services, watched: Watched[]): Look
}
