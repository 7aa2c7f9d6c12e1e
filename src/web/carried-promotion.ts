import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { AppEnv } from './env.ts'
import { privateCookie } from './session-cookie.ts'

/** Carries a promotion from a visitor's first request, which writes no session, to the second. */
const COOKIE = 'promotion_offer'

export const carriedPromotion = (c: Context<AppEnv>) =>
  c.var.isFirstRequest ? undefined : getCookie(c, COOKIE)

export const carryPromotion = (c: Context<AppEnv>, code: string) =>
  setCookie(c, COOKIE, code, privateCookie(c.var.services.config))

export const stopCarryingPromotion = (c: Context<AppEnv>) =>
  deleteCookie(c, COOKIE, privateCookie(c.var.services.config))
