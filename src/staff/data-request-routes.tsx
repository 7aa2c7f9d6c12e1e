import { Hono } from 'hono'
import type { PersonalDataRequest } from '#db/schema/index.ts'
import { RequestQueuePage } from '#views/staff/request-queue-page.tsx'
import { actorOf } from '../accounts/actor.ts'
import { staff } from '../accounts/guards.ts'
import { paths } from '../paths.ts'
import { iso } from '../privacy/iso.ts'
import {
  closeCorrection,
  grantErasure,
  isDecided,
  openRequest,
  refuseRequest,
  requestQueue,
} from '../privacy/requests.ts'
import type { AppEnv } from '../web/env.ts'
import { notFound, refuse } from '../web/errors.tsx'
import { line } from '../web/fields.ts'
import { reply, wantsHtml } from '../web/respond.ts'
import { renderDesk } from './page.tsx'

/** Staff correct by hand, and decide on erasures: an order may be in dispute, or the law may require keeping it. */
export const dataRequestRoutes = new Hono<AppEnv>()

dataRequestRoutes.get(
  paths.dataRequests.pattern,
  staff((c, user) => {
    const { db, clock } = c.var.services
    const requests = requestQueue(db)
    if (!wantsHtml(c)) return c.json({ requests: requests.map(requestJson) })
    const view = <RequestQueuePage requests={requests} now={clock.now()} />
    return renderDesk(c, user, { current: 'data_requests', title: 'Data requests' }, view)
  }),
)

const requestJson = (request: PersonalDataRequest) => ({
  token: request.token,
  kind: request.kind,
  email: request.email,
  full_name: request.fullName,
  state: request.state,
  correction: request.correction,
  asked_at: iso(request.askedAt),
  confirmed_at: iso(request.confirmedAt),
  done_at: iso(request.doneAt),
  refusal: request.refusal,
})

const MAX_REASON_LENGTH = 500

dataRequestRoutes.post(
  paths.decideDataRequest.pattern,
  staff(async (c, user) => {
    const actor = actorOf(user)
    const { services, body } = c.var
    const token = c.req.param('requestToken') ?? ''
    const request = openRequest(services.db, token)
    if (!request) return isDecided(services.db, token) ? refuse(c, 409, DECIDED) : notFound(c)
    const respond = (message: string) =>
      reply(c, 200, { message }, { path: paths.dataRequests(), flash: { kind: 'notice', message } })
    if (body.decision === 'corrected' && request.kind === 'correct') {
      if (!(await closeCorrection(services, request, actor))) return refuse(c, 409, DECIDED)
      return respond("Corrected. We'll email them.")
    }
    if (body.decision === 'erase' && request.kind === 'delete') {
      const erasure = await grantErasure(services, request, actor)
      if (!erasure.ok) return refuse(c, erasure.reason === 'decided' ? 409 : 422, REFUSALS[erasure.reason])
      c.var.log.info({ event: 'data_erased' }, 'personal data erased on request')
      return respond('Erased. A final email is on its way.')
    }
    const reason = line(MAX_REASON_LENGTH).safeParse(body.reason).data ?? ''
    if (body.decision !== 'refuse' || reason === '') return refuse(c, 422, UNDECIDED[request.kind])
    if (!(await refuseRequest(services, request, actor, reason))) return refuse(c, 409, DECIDED)
    return respond("Refused. We'll email them the reason.")
  }),
)

const UNDECIDED = {
  access: 'This request is handled automatically.',
  delete: "Please erase the data, or give a short reason why you can't.",
  correct: "Please correct the data, or give a short reason why you can't.",
}

const DECIDED = 'Someone has already decided on this request. Please reload the list.'

const REFUSALS = {
  decided: DECIDED,
  money_under_way: 'Their bank is still processing a payment. Please try again in a few minutes.',
  back_office: 'They have a staff role. Please remove it first.',
  merged:
    'That account was merged into another one, which has their data. Please ask them to send the request from its address.',
}
