import { Hono } from 'hono'
import { MembersPage } from '#views/staff/members-page.tsx'
import { staff } from '../accounts/guards.ts'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { notFound, refuse } from '../web/errors.tsx'
import { pageNumber } from '../web/page-number.ts'
import { wantsHtml } from '../web/respond.ts'
import { unknownOption } from '../web/unknown-option.ts'
import { RISKS } from './member-risks.ts'
import { listMembersAtRisk, type MemberAtRisk, reasonsForLeaving } from './members-at-risk.ts'
import { renderDesk } from './page.tsx'

export const memberRoutes = new Hono<AppEnv>()

memberRoutes.get(
  paths.staffMembers.pattern,
  staff((c, user) => {
    const { db } = c.var.services
    const query = c.req.query()
    const risk = RISKS.find((one) => one === query.risk) ?? null
    if (query.risk && !risk) return refuse(c, 422, unknownOption('risk', query.risk, RISKS))
    const list = listMembersAtRisk(db, risk, pageNumber(query))
    if (list.page > list.pages) return notFound(c)
    const reasons = reasonsForLeaving(db)
    if (!wantsHtml(c)) {
      const { members, total, page, pages } = list
      return c.json({ members: members.map(memberJson), total, page, pages, reasons })
    }
    const view = <MembersPage list={list} risk={risk} reasons={reasons} />
    return renderDesk(c, user, { current: 'members', title: 'Members' }, view)
  }),
)

const memberJson = (member: MemberAtRisk) => ({
  subscription_token: member.token,
  risk: member.risk,
  email: member.email,
  first_order: member.identifier,
  skips_in_row: member.skipsInRow,
  paused_until: member.pausedUntil && new Date(member.pausedUntil).toISOString(),
  trouble: member.trouble,
  arrival_date: member.arrivalOn,
})
