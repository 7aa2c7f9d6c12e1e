import type { Context } from 'hono'
import { isPrefetch } from './prefetch.ts'

const OWN_SITES = [undefined, 'none', 'same-origin']
const PAGE_TARGETS = [undefined, 'document', 'empty']

/** A page that its visitor opens: no prefetch, no look at the headers, no image or frame, no other site's link. */
export const isOwnVisit = (c: Context) =>
  c.req.method === 'GET' &&
  !isPrefetch(c) &&
  OWN_SITES.includes(c.req.header('sec-fetch-site')) &&
  PAGE_TARGETS.includes(c.req.header('sec-fetch-dest'))
