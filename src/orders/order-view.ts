import type { Context } from 'hono'
import type { Child } from 'hono/jsx'
import type { AppEnv } from '../web/env.ts'
import { renderPage } from '../web/page.tsx'
import { withPageJson } from './page-json.tsx'
import type { Viewable } from './viewable-order.ts'

/** A reader by link gets no account data. */
export function orderView(c: Context<AppEnv>, { order, isOwn }: Viewable, view: Child, title: string) {
  return renderPage(c, isOwn ? withPageJson(c, order, view) : view, {
    title,
    indexed: false,
    styles: 'orders',
  })
}
