import type { Context } from 'hono'
import { paths } from '../paths.ts'
import { answer } from './answer.ts'
import type { AppEnv } from './env.ts'
import { pageBefore } from './go-back.ts'

const MESSAGE = 'Please sign in first.'

/** For a call of an account, sent by nobody who is signed in. A browser is told so on the page it came from. */
export const signInNeeded = (c: Context<AppEnv>) =>
  answer(
    c,
    401,
    { error: MESSAGE, message: MESSAGE },
    { path: pageBefore(c, paths.home()), flash: { kind: 'danger', message: MESSAGE } },
  )
