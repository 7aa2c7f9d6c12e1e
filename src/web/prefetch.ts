import type { Context } from 'hono'

export const isPrefetch = (c: Context) =>
  ['sec-purpose', 'x-sec-purpose', 'purpose'].some((name) => c.req.header(name)?.includes('prefetch'))
