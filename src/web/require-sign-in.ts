import type { Context } from 'hono'
import { paths } from '../paths.ts'
import type { AppEnv } from './env.ts'
import { isPrefetch } from './prefetch.ts'
import { redirectTo } from './redirect.ts'
import { reply } from './respond.ts'
import { previousPage, rememberReturnPath } from './return-path.ts'

const MESSAGE = 'Please sign in first.'

/** A prefetch isn't remembered: nobody asked for that page yet. */
export function requireSignIn(c: Context<AppEnv>) {
  if (isPrefetch(c)) return redirectTo(c, paths.signIn(), 302)
  const { pathname, search } = new URL(c.req.url)
  rememberReturnPath(c, c.req.method === 'GET' ? pathname + search : previousPage(c, paths.home()))
  return reply(
    c,
    401,
    { error: MESSAGE, message: MESSAGE },
    { path: paths.signIn(), flash: { kind: 'notice', message: MESSAGE } },
  )
}
