import type { PersonalDataRequest } from '#db/schema/index.ts'
import { addDays, DAY_MS, formatDay, type Instant } from '#src/day.ts'
import { dayIn, SHOP_ZONE } from '#src/delivery/zones.ts'
import { paths } from '#src/paths.ts'
import { STATES } from '#src/postal/states.ts'
import { Field } from '../shared/field.tsx'
import { Form } from '../shared/form.tsx'
import { formatMoment } from '../shared/local-time.ts'

type QueueProps = { requests: PersonalDataRequest[]; now: Instant }

/** The CCPA's deadline. */
const RESPONSE_DAYS = 45

export const RequestQueuePage = ({ requests, now }: QueueProps) => (
  <>
    <header class="desk__head">
      <h1 class="desk__title">Data requests</h1>
      <p class="desk__intro">
        All confirmed by email. Requests to see data are handled automatically. The others need your decision
        within {RESPONSE_DAYS} days of the request.
      </p>
    </header>
    {requests.length === 0 ? (
      <section class="empty">
        <h2 class="empty__title">No requests yet</h2>
        <p class="empty__words">Requests show up here once they're confirmed by email.</p>
      </section>
    ) : (
      <section class="request-queue" tabindex={0} aria-label="Data requests">
        <table class="request-queue__table sheet__table--cards sheet__table--wide">
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Request</th>
              <th scope="col">Confirmed</th>
              <th scope="col">Status</th>
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
    <td data-label="Request">
      {KINDS[request.kind].asked}
      {request.correction && <span class="request-queue__fact">{request.correction}</span>}
    </td>
    <td data-label="Confirmed">{request.confirmedAt && formatMoment(request.confirmedAt, SHOP_ZONE)}</td>
    <td data-label="Status">
      {request.doneAt === null ? <Decision request={request} now={now} /> : decisionText(request)}
    </td>
  </tr>
)

const KINDS = {
  access: { asked: 'See data', done: 'Provided' },
  delete: { asked: 'Erase data', done: 'Erased' },
  correct: { asked: 'Correct data', done: 'Corrected' },
}

function decisionText({ kind, doneAt, refusal }: PersonalDataRequest): string {
  const at = doneAt === null ? '' : formatMoment(doneAt, SHOP_ZONE)
  if (refusal !== null) return `Refused ${at}: ${refusal}`
  return `${KINDS[kind].done} ${at}`
}

const Decision = ({
  request: { token, kind, fullName, askedAt },
  now,
}: {
  request: PersonalDataRequest
  now: Instant
}) => {
  const daysLeft = RESPONSE_DAYS - Math.floor((now - askedAt) / DAY_MS)
  const dueOn = addDays(dayIn(SHOP_ZONE, askedAt), RESPONSE_DAYS)
  return (
    <div class="request-queue__decision">
      <p>
        Due {formatDay(dueOn, 'short')}, {deadlineSentence(daysLeft)}
      </p>
      {kind === 'correct' ? (
        <Grant token={token} decision="corrected" label="Corrected" fullName={fullName} />
      ) : (
        <Erase token={token} fullName={fullName} />
      )}
      <Form action={paths.decideDataRequest(token)} method="post" class="request-queue__refusal">
        <input type="hidden" name="decision" value="refuse" />
        <Field id={`reason_${token}`} name="reason" label="Reason for refusing" maxlength={500} required />
        <button type="submit" class="button button--quiet button--small">
          Refuse<span class="visually-hidden"> {fullName}</span>
        </button>
      </Form>
    </div>
  )
}

/** In a fold, so that one press in the wrong row erases nobody. */
const Erase = ({ token, fullName }: { token: string; fullName: string }) => (
  <details class="request-queue__erase">
    <summary>
      Erase…<span class="visually-hidden"> {fullName}</span>
    </summary>
    <p>
      Name, email, addresses, cards, reviews and rewards are deleted right away, recurring boxes stop, and
      unspent store credit is lost. Paid boxes still arrive. This can't be undone.
    </p>
    <Grant token={token} decision="erase" label="Erase now" fullName={fullName} />
  </details>
)

type GrantProps = { token: string; decision: 'corrected' | 'erase'; label: string; fullName: string }

const Grant = ({ token, decision, label, fullName }: GrantProps) => (
  <Form action={paths.decideDataRequest(token)} method="post">
    <input type="hidden" name="decision" value={decision} />
    <button type="submit" class="button button--small">
      {label}
      <span class="visually-hidden"> {fullName}</span>
    </button>
  </Form>
)

function deadlineSentence(daysLeft: number): string {
  const days = Math.abs(daysLeft) === 1 ? '1 day' : `${Math.abs(daysLeft)} days`
  return daysLeft >= 0 ? `${days} left` : `${days} late`
}
