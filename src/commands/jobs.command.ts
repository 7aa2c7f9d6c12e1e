import type { Db } from '#db/client.ts'
import type { JobRow } from '#db/schema/index.ts'
import { shopClock } from '../clock.ts'
import type { Config } from '../config/config.ts'
import { counted } from '../counted.ts'
import {
  forgetJob,
  isJobState,
  JOB_STATES,
  type JobState,
  listJobs,
  type Managed,
  retryJob,
} from '../jobs/manage.ts'
import { isOutwardHeld, resumeOutward } from '../jobs/outward.ts'
import { JOBS } from '../work/jobs.ts'
import { listTasks } from '../work/scheduler.ts'
import { fail, say } from './command.ts'
import { runShopCommand, type ShopWork } from './shop-command.ts'

const USAGE = 'For example: npm run jobs -- list failed, retry 12, forget 12 or resume'

/**
 * `npm run jobs -- list`: what waits, runs and failed, or the jobs of one state. `retry ID…` runs jobs again, `forget
 * ID…` gives them up, and `resume` lets a restored or copied shop send emails, refund and charge again.
 */
await runShopCommand(USAGE, workOf)

function workOf(verb: string | undefined, rest: string[]): ShopWork {
  if (verb === 'list') return listing(rest)
  if (verb === 'retry') return managing(rest, 'is queued again', (db, id, now) => retryJob(db, JOBS, id, now))
  if (verb === 'forget') return managing(rest, 'is forgotten', forgetJob)
  if (verb === 'resume' && rest.length === 0) return resume
  return fail(verb === undefined || verb === 'resume' ? USAGE : `There is no "${verb}". ${USAGE}`)
}

function listing([state, ...rest]: string[]): ShopWork {
  if (rest.length > 0) fail(USAGE)
  if (state !== undefined && !isJobState(state))
    fail(`There is no state "${state}"; there are ${JOB_STATES.join(', ')}.`)
  return (_, db) => {
    const states: JobState[] = state === undefined ? ['failed', 'running', 'queued'] : [state as JobState]
    const rows = states.flatMap((each) => listJobs(db, each))
    say(rows.length === 0 ? 'There are no such jobs.' : rows.map(inWords).join('\n'))
    if (state === undefined) for (const task of listTasks(db)) say(task)
    if (isOutwardHeld(db))
      say(
        'Emails, refunds and charges are on hold, because this is a restored or copied shop. Resume them with: npm run jobs -- resume',
      )
  }
}

function inWords({ id, kind, state, attempts, runAt, finishedAt, error }: JobRow): string {
  return [
    `${id}  ${kind}  ${state}`,
    state === 'queued' ? `due ${time(runAt)}` : finishedAt !== null && `since ${time(finishedAt)}`,
    attempts > 0 && counted(attempts, 'try', 'tries'),
    error,
  ]
    .filter(Boolean)
    .join(', ')
}

function time(at: number): string {
  return new Date(at).toISOString()
}

function managing(
  ids: string[],
  outcome: string,
  verb: (db: Db, id: number, now: number) => Promise<Managed>,
): ShopWork {
  if (ids.length === 0) fail(USAGE)
  const wrong = ids.find((id) => !/^[1-9]\d{0,14}$/.test(id))
  if (wrong !== undefined) fail(`"${wrong}" is not the number of a job.`)
  return async (_, db) => {
    const refused: string[] = []
    for (const id of ids) {
      const result = await verb(db, Number(id), shopClock(db).now())
      if (result.ok) say(`Job ${id} (${result.job.kind}) ${outcome}.`)
      else refused.push(refusalOf(result.reason, id))
    }
    if (refused.length > 0) fail(refused.join('\n'))
  }
}

function refusalOf(reason: Extract<Managed, { ok: false }>['reason'], id: string): string {
  return reason === 'unknown_job' ? `There is no job ${id}.` : `Job ${id} is ${reason}.`
}

async function resume(config: Config, db: Db) {
  const isResumed = await resumeOutward({ db, config, clock: shopClock(db) })
  say(isResumed ? 'Emails, refunds and charges go out again.' : 'Nothing was held.')
}
