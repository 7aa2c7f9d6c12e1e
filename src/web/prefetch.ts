import type { Context } from 'hono'

export const isFetchedAhead = (c: Context) =>
  ['sec-purpose', 'x-sec-purpose', 'purpose'].some((name) => c.req.header(name)?.includes('prefetch'))
