import type { Context } from 'hono'
import type { User } from '#db/schema/index.ts'
import type { AppEnv } from '../web/env.ts'
import { notFound } from '../web/errors.tsx'
import { requireSignIn } from '../web/require-sign-in.ts'
import { isStaff } from './roles.ts'
import { atDesk } from './second-factor-guard.ts'

export type Ctx = Context<AppEnv>
type OwnHandler = (c: Ctx, user: User) => Response | Promise<Response>

export const signedIn = (handler: OwnHandler) => (c: Ctx) =>
  c.var.visitor.user ? handler(c, c.var.visitor.user) : requireSignIn(c)

/** For paths with `:userToken` (SET-4): 404 unless it is the signed-in account's. The token is no credential. */
export const ownAccount = (handler: OwnHandler) =>
  signedIn((c, user) => (c.req.param('userToken') === user.token ? handler(c, user) : notFound(c)))

export const staff = (handler: OwnHandler) =>
  signedIn((c, user) => atDesk(c, user, isStaff(c.var.services.db, user.id), () => handler(c, user)))
