import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { AppEnv } from './env.ts'
import { type Flash, setFlash } from './flash.ts'
import { redirectTo } from './redirect.ts'

/** A browser's navigation or form, not a script that reads JSON. */
export const wantsHtml = (c: Context) => (c.req.header('accept') ?? '').includes('text/html')

export const wantsStream = (c: Context) =>
  (c.req.header('accept') ?? '').includes('text/vnd.turbo-stream.html')

export type NextPage = { path: string; flash?: Flash }

/** Scripts get JSON; a plain form gets a redirect and a flash (GND-5). */
export async function reply(
  c: Context<AppEnv>,
  status: ContentfulStatusCode,
  json: Record<string, unknown>,
  nextPage: NextPage,
): Promise<Response> {
  if (!wantsHtml(c)) return c.json(json, status)
  if (nextPage.flash) await setFlash(c, nextPage.flash)
  return redirectTo(c, nextPage.path)
}
