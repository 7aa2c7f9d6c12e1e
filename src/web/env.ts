import type { Logger } from 'pino'
import type { Order, User } from '#db/schema/index.ts'
import type { Services } from '../services.ts'
import type { Flash } from './flash.ts'
import type { LayoutFacts } from './page.tsx'

/** What a visitor owns things by: the browser's session, and the account when signed in. */
export type VisitorKey = { sessionHash: string; user: { id: number } | null }

/** Who sends this request: known by a sealed cookie, perhaps signed in. */
export type Visitor = {
  sessionId: string
  sessionHash: string
  user: User | null
  postalCode: string | null
  /** The code of a promotion that an address brought along. */
  promotionOffer: string | null
  /** A fresh masked authenticity token for this session's forms. */
  token(): string
}

/** What a session's row knows of its visitor. */
export type SessionFacts = Pick<Visitor, 'user' | 'postalCode' | 'promotionOffer'>

/** A body read, bounded and parsed: scalars, lists and nested records of them. */
export type Body = Record<string, unknown>

export type AppEnv = {
  Variables: {
    services: Services
    layoutFacts: LayoutFacts
    requestId: string
    log: Logger
    visitor: Visitor
    /** From here on the request is this session's, and its answer brings that session's cookie. */
    becomeVisitor: (sessionId: string, session: SessionFacts | null) => void
    body: Body
    flash: Flash | null
    /** The visitor's own order this request names; null when it is none of theirs. Set by orders/own-order.ts. */
    requestedOrder: Order | null | undefined
    /** Answered by a second round of the same request, under the method it meant. */
    reissued?: boolean
  }
}
