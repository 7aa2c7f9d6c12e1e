import { upgradeWebSocket } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { WebSocket } from 'ws'
import type { Config } from '../config/config.ts'
import { paths } from '../paths.ts'
import type { Services } from '../services.ts'
import { ownOrigins } from '../web/authenticity-token.tsx'
import type { AppEnv, VisitorKey } from '../web/env.ts'
import { notFound, refuse } from '../web/errors.tsx'
import { byNetwork, bySession, rateLimit } from '../web/rate-limit.ts'
import type { Cable } from './cable.ts'
import { LIMITS } from './limits.ts'
import { PROTOCOL } from './protocol.ts'

export function cableRoutes(cable: Cable, config: Config) {
  const origins = ownOrigins(config)
  const routes = new Hono<AppEnv>()

  routes.get(
    paths.cable.pattern,
    rateLimit(
      { points: LIMITS.connectsPerMinute, seconds: 60, by: bySession },
      { points: LIMITS.connectsPerMinuteAndNetwork, seconds: 60, by: byNetwork },
    ),
    (c) => {
      if (!isUpgrade(c)) return notFound(c)
      const { services, visitor } = c.var
      if (!origins.has(c.req.header('origin') ?? ''))
        return refuse(c, 403, "That page isn't part of our shop.")
      if (!speaksOurProtocol(c)) return refuse(c, 400, `This socket requires ${PROTOCOL}.`)
      if (services.lifecycle.stopping) return refuse(c, 503, 'This server is shutting down.')
      if (!cable.hasRoomFor(visitor.sessionHash)) return tooManyRequests(c)
      return upgradeWebSocket(c, eventsFor(visitor, services))
    },
  )

  function eventsFor({ sessionHash, user }: VisitorKey, services: Services) {
    const visitor = { sessionHash, user: user && { id: user.id } }
    return {
      onOpen: (_: Event, { raw }: { raw?: object }) => {
        if (raw instanceof WebSocket) queueMicrotask(() => takeOver(raw, visitor, services))
      },
    }
  }

  /** The listeners that the adapter adds after `onOpen` would keep the whole request as long as the socket. */
  function takeOver(socket: WebSocket, visitor: VisitorKey, { log }: Services) {
    socket.removeAllListeners()
    socket.on('error', () => {}) // of a broken frame, after which `ws` closes it
    try {
      cable.accept(socket, visitor)
    } catch (error) {
      log.error({ err: error }, 'a socket failed')
      socket.terminate()
    }
  }

  return routes
}

/** In-memory tests have no socket server, so for them this is a 404. */
const isUpgrade = (c: Context<AppEnv>) =>
  c.req.header('upgrade')?.toLowerCase() === 'websocket' && Object.hasOwn(Object(c.env), 'wss')

const speaksOurProtocol = (c: Context<AppEnv>) =>
  (c.req.header('sec-websocket-protocol') ?? '').split(',').some((offered) => offered.trim() === PROTOCOL)

function tooManyRequests(c: Context<AppEnv>) {
  c.header('Retry-After', '60')
  return refuse(c, 429, 'You have too many pages open. Please close some and try again.')
}
