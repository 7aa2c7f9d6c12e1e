import { personName } from '../accounts/person-name.ts'
import { flagKind, openActions } from '../flags/kinds.ts'
import { iso } from '../privacy/iso.ts'
import type { Flag } from './flags.ts'
import type { ListedJob } from './jobs.ts'

export const flagJson = ({ flag, owner, resolver, order }: Flag) => ({
  id: flag.id,
  kind: flag.kind,
  title: flagKind(flag.kind).title,
  detail: flag.detail,
  state: flag.resolvedAt === null ? 'open' : 'resolved',
  owner: owner && personName(owner),
  owner_token: owner?.token ?? null,
  order_identifier: order?.identifier ?? null,
  order_token: order?.token ?? null,
  created_at: iso(flag.createdAt),
  due_at: iso(flag.dueAt),
  actions: flag.resolvedAt === null ? openActions(flag) : [],
  action: flag.action,
  resolution: flag.resolution,
  resolved_at: iso(flag.resolvedAt),
  resolved_by: resolver && personName(resolver),
})

export const jobJson = ({ job, flagId }: ListedJob) => ({
  id: job.id,
  kind: job.kind,
  state: job.state,
  attempts: job.attempts,
  error: job.error,
  created_at: iso(job.createdAt),
  run_at: iso(job.runAt),
  finished_at: iso(job.finishedAt),
  flag_id: flagId,
})
