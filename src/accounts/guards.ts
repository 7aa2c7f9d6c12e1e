import type { Context } from 'hono'
import type { User } from '#db/schema/index.ts'
import type { AppEnv } from '../web/env.ts'
import { notFound } from '../web/errors.tsx'
import { requireSignIn } from '../web/require-sign-in.ts'
import { isStaff } from './roles.ts'

export type Ctx = Context<AppEnv>
type OwnHandler = (c: Ctx, user: User) => Response | Promise<Response>

/** A page or call of an account: for whoever is signed in, and about them. */
export const signedIn = (handler: OwnHandler) => (c: Ctx) =>
  c.var.visitor.user ? handler(c, c.var.visitor.user) : requireSignIn(c)

/**
 * A call that names an account in its address (`:userToken`): one's own, or it is as unknown as none (SET-4). The token
 * is an address and no credential: whose account it is, the session says.
 */
export const ownAccount = (handler: OwnHandler) =>
  signedIn((c, user) => (c.req.param('userToken') === user.token ? handler(c, user) : notFound(c)))

/** For people of the shop. To everybody else who is signed in it does not exist. */
export const staff = (handler: OwnHandler) =>
  signedIn((c, user) => (isStaff(c.var.services.db, user.id) ? handler(c, user) : notFound(c)))
