import type { Context } from 'hono'
import { paths } from '../paths.ts'
import type { AppEnv } from './env.ts'
import { isPrefetch } from './prefetch.ts'
import { redirectTo } from './redirect.ts'
import { reply } from './respond.ts'
import { previousPage, rememberReturnPath } from './return-path.ts'

const MESSAGE = 'Please sign in first.'

/** `returnTo`: for an address that is a call and shows no page. `message`: what the reader learns above the form. */
type Request = { returnTo?: string; message?: string }

/** A prefetch isn't remembered: nobody asked for that page yet. */
export function requireSignIn(c: Context<AppEnv>, { returnTo, message = MESSAGE }: Request = {}) {
  if (isPrefetch(c)) return redirectTo(c, paths.signIn(), 302)
  const { pathname, search } = new URL(c.req.url)
  const asked = c.req.method === 'GET' ? pathname + search : previousPage(c, paths.home())
  rememberReturnPath(c, returnTo ?? asked)
  return reply(
    c,
    401,
    { error: message, message },
    { path: paths.signIn(), flash: { kind: 'info', message } },
  )
}
