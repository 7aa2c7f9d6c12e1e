import type { Context } from 'hono'
import { deleteCookie, getCookie, getSignedCookie, setSignedCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import type { Config } from '../config.ts'
import { deriveKey } from '../tokens.ts'
import { wantsHtml } from './answer.ts'
import type { AppEnv } from './env.ts'
import { privateCookie } from './session.ts'

/** One sentence for the next page: what happened, or why it did not. */
export type Flash = { kind: 'notice' | 'danger'; message: string }

const COOKIE = 'flash'
const LIFE_SECONDS = 60

/** Shows a flash once: reads it for this page and takes it away. */
export function flashes(config: Config) {
  const key = flashKey(config)
  return createMiddleware<AppEnv>(async function flash(c, next) {
    c.set('flash', null)
    if (c.req.method === 'GET' && wantsHtml(c) && getCookie(c, COOKIE)) {
      c.set('flash', parse(await getSignedCookie(c, key, COOKIE)))
      deleteCookie(c, COOKIE, privateCookie(config))
    }
    await next()
  })
}

/** Leaves a sentence for the page this visitor is sent to. */
export async function leaveFlash(c: Context<AppEnv>, flash: Flash) {
  const { config } = c.var.services
  await setSignedCookie(c, COOKIE, JSON.stringify(flash), flashKey(config), {
    ...privateCookie(config),
    maxAge: LIFE_SECONDS,
  })
}

const flashKey = (config: Config) => deriveKey(config.sessionSecret, 'flash').toString('base64')

function parse(text: string | false | undefined): Flash | null {
  if (!text) return null
  const { kind, message } = JSON.parse(text) as Flash // signed by us, so it has the shape we gave it
  return { kind, message }
}
