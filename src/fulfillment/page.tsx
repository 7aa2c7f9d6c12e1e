import type { Child } from 'hono/jsx'
import { CenterDesk, type CenterPage } from '#views/fulfillment/desk.tsx'
import type { Ctx } from '../accounts/guards.ts'
import { personName } from '../accounts/person-name.ts'
import { renderPage } from '../web/page.tsx'
import { boardOf, countByTab } from './board.ts'
import { NO_FILTERS } from './board-filters.ts'
import type { Clerk } from './clerk.ts'

type Head = { current: CenterPage; title: string }

export function renderCenterPage(c: Ctx, { user, center }: Clerk, { current, title }: Head, view: Child) {
  const { db, clock } = c.var.services
  const { all, shipped } = countByTab(db, boardOf(center, clock.now()), NO_FILTERS)
  const desk = (
    <CenterDesk center={center} current={current} boxesLeft={all - shipped} userName={personName(user)}>
      {view}
    </CenterDesk>
  )
  return renderPage(c, desk, { title: `${title}, ${center.name}`, indexed: false, layout: 'back-office' })
}
