import type { User } from '#db/schema/index.ts'
import { personName } from '#src/accounts/person-name.ts'
import { SHOP_ZONE } from '#src/delivery/zones.ts'
import { flagKind } from '#src/flags/kinds.ts'
import { formatCents } from '#src/money.ts'
import { paths } from '#src/paths.ts'
import type { CustomerFacts } from '#src/staff/customer-facts.ts'
import { KIND_WORDS } from '../claims/claim-words.ts'
import { STATE_WORDS } from '../orders/order-state-labels.ts'
import { Form } from '../shared/form.tsx'
import { formatShortMoment, shortMoment } from '../shared/local-time.ts'
import { TextArea } from '../shared/text-area.tsx'
import { CustomerCredit } from './customer-credit.tsx'

export type CustomerProblem = { message: string; at: 'credit' | 'note'; typed: Record<string, unknown> }

type CustomerPageProps = {
  facts: CustomerFacts
  user: Pick<User, 'id'>
  /** Makes a second press of the same form do nothing. */
  creditKey: string
  problem: CustomerProblem | undefined
}

export const CustomerPage = ({ facts, user, creditKey, problem }: CustomerPageProps) => (
  <article>
    <header class="desk__head">
      <p class="trail">
        <a href={paths.staffCustomers()}>Customers</a>
      </p>
      <h1 class="desk__title">{facts.name}</h1>
      <p class="desk__intro">
        {facts.customer.email}
        {facts.customer.emailVerifiedAt === null && ' (not confirmed)'}
        {facts.phone && ` · ${facts.phone}`} · since {shortMoment(facts.customer.createdAt, SHOP_ZONE)}
      </p>
    </header>
    <div class="customer">
      <div>
        <Orders facts={facts} />
        <Boxes facts={facts} />
        <Troubles facts={facts} />
        <Agreements facts={facts} />
      </div>
      <div>
        <CustomerCredit
          facts={facts}
          user={user}
          creditKey={creditKey}
          problem={problem?.at === 'credit' ? problem : undefined}
        />
        <Notes facts={facts} problem={problem?.at === 'note' ? problem : undefined} />
        <Access facts={facts} isOwn={facts.customer.id === user.id} />
      </div>
    </div>
  </article>
)

type Part = { facts: CustomerFacts }

const Orders = ({ facts: { customer, orders } }: Part) => (
  <>
    <h2 class="desk__section">Orders</h2>
    <Form action={paths.staffDrafts()} method="post">
      <input type="hidden" name="customer_token" value={customer.token} />
      <button type="submit" class="button button--quiet button--small">
        Fill a box for them
      </button>
    </Form>
    {orders.length === 0 ? (
      <p class="desk__intro">None yet.</p>
    ) : (
      <ul class="role-rules">
        {orders.map((order) => (
          <li class="role-rule">
            <span>
              <b>{order.identifier}</b> · {STATE_WORDS[order.state]}
            </span>
            <span>
              {formatCents(order.totalCents ?? 0)} · {shortMoment(order.placedAt ?? 0, SHOP_ZONE)}
            </span>
          </li>
        ))}
      </ul>
    )}
  </>
)

const Boxes = ({ facts: { memberships } }: Part) =>
  memberships.length === 0 ? null : (
    <>
      <h2 class="desk__section">Recurring boxes</h2>
      <ul class="role-rules">
        {memberships.map(({ state, createdAt }) => (
          <li class="role-rule">
            <b>{state}</b> since {shortMoment(createdAt, SHOP_ZONE)}
          </li>
        ))}
      </ul>
    </>
  )

const Troubles = ({ facts: { claims, flags } }: Part) =>
  claims.length + flags.length === 0 ? null : (
    <>
      <h2 class="desk__section">Claims and open flags</h2>
      <ul class="role-rules">
        {flags.map(({ id, kind, identifier }) => (
          <li class="role-rule">
            <a href={paths.flag(id)}>{flagKind(kind).title}</a>
            {identifier}
          </li>
        ))}
        {claims.map(({ id, kind, answer, identifier }) => (
          <li class="role-rule">
            <a href={paths.staffClaim(id)}>
              {KIND_WORDS[kind]}, {answer === null ? 'not answered' : answer}
            </a>
            {identifier}
          </li>
        ))}
      </ul>
    </>
  )

const Agreements = ({ facts: { agreements } }: Part) =>
  agreements.length === 0 ? (
    <>
      <h2 class="desk__section">What they agreed to</h2>
      <p class="desk__intro">Nothing yet.</p>
    </>
  ) : (
    <details class="customer__fold">
      <summary>
        <h2 class="desk__section">What they agreed to ({agreements.length})</h2>
      </summary>
      <ul class="role-rules">
        {agreements.map(({ words, givenTo, givenAt, endedAt }) => (
          <li class="role-rule">
            <span>“{words}”</span>
            <span>
              {givenTo}, {formatShortMoment(givenAt, SHOP_ZONE)}
              {endedAt !== null && `, ended ${formatShortMoment(endedAt, SHOP_ZONE)}`}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )

const Notes = ({ facts: { customer, notes }, problem }: Part & { problem: CustomerProblem | undefined }) => (
  <>
    <h2 class="desk__section">Notes</h2>
    <Form action={paths.customerNotes(customer.token)} method="post" class="customer__form">
      <TextArea
        id="customer_note"
        name="words"
        label="For colleagues. The customer gets a copy if they ask for their data."
        value={typeof problem?.typed.words === 'string' ? problem.typed.words : ''}
        error={problem?.message}
        autofocus={problem !== undefined}
        maxlength={1000}
        rows={2}
      />
      <button type="submit" class="button button--quiet button--small">
        Add the note
      </button>
    </Form>
    {notes.length > 0 && (
      <ul class="role-rules">
        {notes.map(({ words, author, createdAt }) => (
          <li class="role-rule">
            <span class="flag__quote">{words}</span>
            <span class="flag__detail">
              {author ? personName(author) : 'Someone who left'}, {formatShortMoment(createdAt, SHOP_ZONE)}
            </span>
          </li>
        ))}
      </ul>
    )}
  </>
)

const Access = ({ facts: { customer, sessionCount }, isOwn }: Part & { isOwn: boolean }) => (
  <>
    <h2 class="desk__section">Access</h2>
    <p class="desk__intro">
      {sessionCount === 0
        ? 'Not signed in anywhere now.'
        : `Signed in on ${sessionCount === 1 ? '1 device' : `${sessionCount} devices`}.`}{' '}
      <a href={paths.staffAudit({ subject: `customer:${customer.token}` })}>What staff did here</a>
    </p>
    {customer.mergedIntoId !== null ? (
      <p class="desk__intro">This account was merged into another one and can’t sign in anymore.</p>
    ) : (
      !isOwn && (
        <p class="desk__intro">
          <a href={paths.mergeCustomer(customer.token)}>Merge another account into this one</a>
        </p>
      )
    )}
    {!isOwn && sessionCount > 0 && (
      <Form action={paths.signOutCustomer(customer.token)} method="post">
        <button type="submit" class="button button--quiet button--small">
          Sign them out everywhere
        </button>
      </Form>
    )}
  </>
)
