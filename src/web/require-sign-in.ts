import type { Context } from 'hono'
import { paths } from '../paths.ts'
import type { AppEnv } from './env.ts'
import { isFetchedAhead } from './prefetch.ts'
import { redirectTo } from './redirect.ts'
import { answer } from './respond.ts'
import { pageBefore, rememberWay } from './return-path.ts'

const MESSAGE = 'Please sign in first.'

/**
 * For a page or call of an account that nobody who is signed in asked for: sign in, then go on where you were. What is
 * fetched ahead nobody has asked for yet.
 */
export function signInNeeded(c: Context<AppEnv>) {
  if (isFetchedAhead(c)) return redirectTo(c, paths.signIn(), 302)
  const { pathname, search } = new URL(c.req.url)
  rememberWay(c, c.req.method === 'GET' ? pathname + search : pageBefore(c, paths.home()))
  return answer(
    c,
    401,
    { error: MESSAGE, message: MESSAGE },
    { path: paths.signIn(), flash: { kind: 'notice', message: MESSAGE } },
  )
}
