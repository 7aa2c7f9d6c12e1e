import type { Context } from 'hono'
import type { Logger } from 'pino'
import type { Order, User } from '#db/schema/index.ts'
import type { Services } from '../services.ts'
import type { Flash } from './flash.ts'
import type { LayoutFacts } from './page.tsx'
import type { Upload } from './uploads.ts'

export type VisitorKey = { sessionHash: string; user: { id: number } | null }

export type Visitor = {
  sessionId: string
  sessionHash: string
  user: User | null
  postalCode: string | null
  /** Promotion code from a link's query. */
  promotionOffer: string | null
  token(): string
}

export type SessionFacts = Pick<Visitor, 'user' | 'postalCode' | 'promotionOffer'>

export type Body = Record<string, unknown>

export type AppEnv = {
  Variables: {
    services: Services
    layoutFacts: LayoutFacts
    /** Set by the app, because roles are below this room. */
    desksOf: (c: Context<AppEnv>) => { title: string; path: string }[]
    /** Call after a wait: charges the work that follows to its network. Unset without rate limits. */
    resumeWork?: () => void
    requestId: string
    log: Logger
    visitor: Visitor
    /** The browser brought no session of ours. */
    isFirstRequest: boolean
    /** Switches the request to this session and sets its cookie on the response. */
    replaceVisitor: (sessionId: string, session: SessionFacts | null) => void
    body: Body
    /** Only where `web/uploads.ts` takes them. */
    uploads?: Upload[]
    flash: Flash | null
    /** The page loads the scripts of other companies, so its policy allows them. */
    loadsOthers?: boolean
    /** Null when it isn't the visitor's. Set by orders/own-order.ts. */
    requestedOrder: Order | null | undefined
    /** Set when `methodOverride` handled the request under another method. */
    reissued?: boolean
  }
}
