import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { AppEnv } from './env.ts'
import { type Flash, leaveFlash } from './flash.ts'
import { redirectTo } from './redirect.ts'

/** A browser's own navigation or form, rather than a script that reads JSON. */
export const wantsHtml = (c: Context) => (c.req.header('accept') ?? '').includes('text/html')

/** A form or link that Turbo sent and will apply streams from. */
export const wantsStream = (c: Context) =>
  (c.req.header('accept') ?? '').includes('text/vnd.turbo-stream.html')

/** Where a browser without scripts goes on, and what it is told there. */
export type NextPage = { path: string; flash?: Flash }

/** One call, two readers: scripts get JSON, a plain form gets a redirect and a flash (GND-5). */
export async function answer(
  c: Context<AppEnv>,
  status: ContentfulStatusCode,
  json: Record<string, unknown>,
  onward: NextPage,
): Promise<Response> {
  if (!wantsHtml(c)) return c.json(json, status)
  if (onward.flash) await leaveFlash(c, onward.flash)
  return redirectTo(c, onward.path)
}
