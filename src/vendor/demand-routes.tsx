import { Hono } from 'hono'
import { DemandPage } from '#views/vendor/demand-page.tsx'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { refuse } from '../web/errors.tsx'
import { wantsHtml } from '../web/respond.ts'
import { demandOf } from './demand.ts'
import { type Demand, isoDay, readDemandQuery, type Wanted } from './demand-rules.ts'
import { farmer } from './farmer.ts'
import { renderFarmPage } from './page.tsx'

export const demandRoutes = new Hono<AppEnv>()

demandRoutes.get(
  paths.farmDemand.pattern,
  farmer((c, who) => {
    const { db, clock } = c.var.services
    const query = readDemandQuery(c.req.query(), clock.now())
    if (!query) return refuse(c, 422, 'Please choose a week and a region from the lists.')
    const demand = demandOf(db, who.farm.id, query, clock.now())
    if (!wantsHtml(c)) return c.json(demandJson(who.farm.slug, demand))
    const view = <DemandPage farm={who.farm} demand={demand} />
    return renderFarmPage(c, who, { title: 'What shoppers want' }, view)
  }),
)

const demandJson = (farm: string, { weekAt, region, weeks, searched, missed, waiting }: Demand) => ({
  farm,
  week: isoDay(weekAt),
  region,
  weeks: weeks.map(isoDay),
  searched: searched.map(wantedJson),
  not_found: missed.map(wantedJson),
  waiting: waiting.map(wantedJson),
})

const wantedJson = ({ what, people, before }: Wanted) => ({
  what,
  people_at_least: people,
  week_before_at_least: before,
})
