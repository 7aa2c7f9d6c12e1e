import { upgradeWebSocket } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { WebSocket } from 'ws'
import type { Config } from '../config/config.ts'
import { paths } from '../paths.ts'
import { ownOrigins } from '../web/authenticity-token.tsx'
import type { AppEnv, VisitorKey } from '../web/env.ts'
import { notFound, refuse } from '../web/errors.tsx'
import { byNetwork, rateLimit } from '../web/rate-limit.ts'
import type { Cable } from './cable.ts'
import type { Connection } from './connection.ts'
import { LIMITS } from './limits.ts'
import { PROTOCOL } from './protocol.ts'

/** Where the pages' live socket is opened. Cookie, session and limits are looked at as for any request. */
export function cableRoutes(cable: Cable, config: Config) {
  const origins = ownOrigins(config)
  const routes = new Hono<AppEnv>()

  routes.get(
    paths.cable.pattern,
    rateLimit({ points: LIMITS.connectsAMinute, seconds: 60, by: byNetwork }),
    (c) => {
      if (!isUpgrade(c)) return notFound(c)
      const { services, visitor } = c.var
      const origin = c.req.header('origin')
      // Every browser says where its page is from; what says nothing is no browser and has nobody's cookies by accident.
      if (origin !== undefined && !origins.has(origin)) return refuse(c, 403, 'That page is not one of ours.')
      if (!speaksOurProtocol(c)) return refuse(c, 400, `This socket speaks ${PROTOCOL}.`)
      if (services.lifecycle.stopping) return refuse(c, 503, 'This server is about to stop.')
      if (!cable.hasRoomFor(visitor.sessionHash)) return tooManyRequests(c)
      return upgradeWebSocket(c, eventsFor(visitor), {
        onError: (error) => services.log.error({ err: error }, 'a socket failed'),
      })
    },
  )

  /** What happens on a socket. An open one keeps of its visitor only what it must. */
  function eventsFor({ sessionHash, user }: VisitorKey) {
    const who = { sessionHash, user: user && { id: user.id } }
    let connection: Connection | null = null
    return {
      onOpen: (_: Event, { raw }: { raw?: object }) => {
        if (raw instanceof WebSocket) connection = cable.welcome(raw, who)
      },
      onMessage: ({ data }: MessageEvent) => connection?.hear(data),
    }
  }

  return routes
}

/** Asked for by a server that has sockets; a test without one, or a page, has asked for a page that is not there. */
const isUpgrade = (c: Context<AppEnv>) =>
  c.req.header('upgrade')?.toLowerCase() === 'websocket' && Object.hasOwn(Object(c.env), 'wss')

const speaksOurProtocol = (c: Context<AppEnv>) =>
  (c.req.header('sec-websocket-protocol') ?? '').split(',').some((offered) => offered.trim() === PROTOCOL)

function tooManyRequests(c: Context<AppEnv>) {
  c.header('Retry-After', '60')
  return refuse(c, 429, 'That is more live pages than one browser may have open.')
}
