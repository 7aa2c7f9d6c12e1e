import type { PersonalDataRequest } from '#db/schema/index.ts'
import type { Instant } from '#src/day.ts'
import { paths } from '#src/paths.ts'
import { STATES } from '#src/postal/states.ts'
import { Field } from '../shared/field.tsx'
import { Form } from '../shared/form.tsx'
import { formatMoment } from '../shared/moment.ts'

type QueueProps = { requests: PersonalDataRequest[]; now: Instant }

const DAY_MS = 86_400_000
/** What the law allows for an answer. */
const ANSWER_DAYS = 45
const ZONE = 'America/New_York'

/** Who asked for their data, confirmed by mail: what waits for a person, and what was done. */
export const RequestQueuePage = ({ requests, now }: QueueProps) => (
  <>
    <header class="page-head">
      <h1 class="page-head__title">Data requests</h1>
      <p class="page-head__intro">
        Confirmed by whoever reads the mail of that address. Files to see are handed over by themselves; to
        erase somebody is for you to decide, within {ANSWER_DAYS} days.
      </p>
    </header>
    {requests.length === 0 ? (
      <section class="empty">
        <h2 class="empty__title">Nobody has asked</h2>
        <p class="empty__words">Requests come here once they are confirmed by mail.</p>
      </section>
    ) : (
      <section class="request-queue" tabindex={0} aria-label="Data requests">
        <table class="request-queue__table">
          <thead>
            <tr>
              <th scope="col">Who</th>
              <th scope="col">Asks to</th>
              <th scope="col">Confirmed</th>
              <th scope="col">Standing</th>
            </tr>
          </thead>
          <tbody>
            {requests.map((request) => (
              <Row request={request} now={now} />
            ))}
          </tbody>
        </table>
      </section>
    )}
  </>
)

const Row = ({ request, now }: { request: PersonalDataRequest; now: Instant }) => (
  <tr>
    <th scope="row">
      {request.fullName}
      <span class="request-queue__fact">{request.email}</span>
      <span class="request-queue__fact">{STATES[request.state] ?? request.state}</span>
    </th>
    <td>{request.kind === 'access' ? 'see it' : 'have it erased'}</td>
    <td>{request.confirmedAt && formatMoment(request.confirmedAt, ZONE)}</td>
    <td>{request.doneAt === null ? <Decision request={request} now={now} /> : standing(request)}</td>
  </tr>
)

function standing({ kind, doneAt, refusal }: PersonalDataRequest): string {
  const at = doneAt === null ? '' : formatMoment(doneAt, ZONE)
  if (refusal !== null) return `Refused ${at}: ${refusal}`
  return `${kind === 'access' ? 'Handed over' : 'Erased'} ${at}`
}

const Decision = ({
  request: { token, fullName, confirmedAt },
  now,
}: {
  request: PersonalDataRequest
  now: Instant
}) => {
  const daysLeft = ANSWER_DAYS - Math.floor((now - (confirmedAt ?? now)) / DAY_MS)
  return (
    <div class="request-queue__decision">
      <p>{daysLeft >= 0 ? `${daysLeft} days left` : `${-daysLeft} days late`}</p>
      <Form action={paths.decideDataRequest(token)} method="post">
        <input type="hidden" name="decision" value="erase" />
        <button type="submit" class="button button--small">
          Erase<span class="visually-hidden"> {fullName}</span>
        </button>
      </Form>
      <Form action={paths.decideDataRequest(token)} method="post" class="request-queue__refusal">
        <input type="hidden" name="decision" value="refuse" />
        <Field id={`reason_${token}`} name="reason" label="Why it cannot be" maxlength={500} required />
        <button type="submit" class="button button--quiet button--small">
          Refuse<span class="visually-hidden"> {fullName}</span>
        </button>
      </Form>
    </div>
  )
}
