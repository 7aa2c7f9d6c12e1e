import type { User } from '#db/schema/index.ts'
import { SHOP_ZONE } from '#src/delivery/zones.ts'
import { formatCents } from '#src/money.ts'
import { paths } from '#src/paths.ts'
import type { CustomerFacts } from '#src/staff/customer-facts.ts'
import { GIVING_LIMITS } from '#src/staff/giving-limits.ts'
import { creditWords } from '../rewards/store-credit.tsx'
import { Field } from '../shared/field.tsx'
import { Form } from '../shared/form.tsx'
import { formatShortMoment } from '../shared/local-time.ts'
import type { CustomerProblem } from './customer-page.tsx'

type CustomerCreditProps = {
  facts: CustomerFacts
  user: Pick<User, 'id'>
  creditKey: string
  problem: CustomerProblem | undefined
}

export const CustomerCredit = ({ facts, user, creditKey, problem }: CustomerCreditProps) => {
  const { credit, customer, waiting } = facts
  return (
    <>
      <h2 class="desk__section">Store credit: {formatCents(credit.balanceCents)}</h2>
      {waiting.map((request) => (
        <Waiting customer={customer} request={request} user={user} />
      ))}
      {customer.id !== user.id && <ChangeForm customer={customer} creditKey={creditKey} problem={problem} />}
      {credit.entries.length > 0 && (
        <ul class="role-rules">
          {credit.entries.map(({ cause, cents, at, identifier }) => (
            <li class="role-rule">
              <span>{creditWords(cause, identifier)}</span>
              <span>
                <b>{cents > 0 ? `+${formatCents(cents)}` : `−${formatCents(-cents)}`}</b>,{' '}
                {formatShortMoment(at, SHOP_ZONE)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

const typedAs = (problem: CustomerProblem | undefined, name: string) =>
  typeof problem?.typed[name] === 'string' ? problem.typed[name] : ''

const ChangeForm = ({
  customer,
  creditKey,
  problem,
}: Pick<CustomerCreditProps, 'creditKey' | 'problem'> & { customer: User }) => (
  <Form action={paths.customerCredit(customer.token)} method="post" class="customer__form">
    <input type="hidden" name="key" value={typedAs(problem, 'key') || creditKey} />
    <Field
      id="credit_amount"
      name="amount"
      label="Dollars"
      inputmode="decimal"
      maxlength={12}
      required
      value={typedAs(problem, 'amount')}
      hint={`If you give more than ${formatCents(GIVING_LIMITS.creditCents)} a day, a colleague decides.`}
      {...(problem ? { error: problem.message, autofocus: true } : {})}
    />
    <Field
      id="credit_reason"
      name="reason"
      label="Why"
      maxlength={300}
      required
      value={typedAs(problem, 'reason')}
    />
    <p class="flag__actions">
      <button type="submit" class="button button--small" name="direction" value="give">
        Give
      </button>
      <button type="submit" class="button button--small button--quiet" name="direction" value="take">
        Take
      </button>
    </p>
  </Form>
)

type WaitingProps = { customer: User; request: CustomerFacts['waiting'][number]; user: Pick<User, 'id'> }

const Waiting = ({ customer, request, user }: WaitingProps) => (
  <div class="flag__resolution">
    <p>
      <b>
        {request.cents > 0 ? 'Give' : 'Take'} {formatCents(Math.abs(request.cents))}
      </b>
      : {request.reason}
    </p>
    {request.requestedById === user.id || customer.id === user.id ? (
      <p>Waiting for a colleague.</p>
    ) : (
      <Form action={paths.decideCredit(customer.token, request.token)} method="post" class="flag__actions">
        <button type="submit" class="button button--small" name="decision" value="approve">
          Approve
        </button>
        <button type="submit" class="button button--small button--quiet" name="decision" value="refuse">
          Refuse
        </button>
      </Form>
    )}
  </div>
)
