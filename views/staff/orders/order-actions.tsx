import { formatDay } from '#src/day.ts'
import { formatCents } from '#src/money.ts'
import { paths } from '#src/paths.ts'
import type { StaffOrder } from '#src/staff/orders/facts.ts'
import type { MailAgain } from '#src/staff/orders/resend.ts'
import { Field } from '../../shared/field.tsx'
import { Fold } from '../../shared/fold.tsx'
import { Form } from '../../shared/form.tsx'
import { Icon } from '../../shared/icon.tsx'
import { typedFields, typedIn, typedText } from '../../shared/refused-form.ts'
import { Consent, Reason } from './action-parts.tsx'
import type { StaffOrderPageProps } from './order-page.tsx'

/** The actions that the order's state allows. */
export const OrderActions = (props: StaffOrderPageProps) => {
  const { facts, isOwn } = props
  if (isOwn)
    return (
      <p class="notice">
        <span class="notice__text">This is your own order, so a colleague has to change it.</span>
      </p>
    )
  const { order, leftCents } = facts
  const isHere = ['paid', 'in_wave', 'review'].includes(order.state)
  const hasLeft = ['shipped', 'delivered'].includes(order.state)
  const isRefundable = order.placedAt !== null && leftCents !== null && leftCents > 0
  if (!isHere && !hasLeft && !isRefundable && props.mails.length === 0) return null
  return (
    <section class="staff-order__part" aria-labelledby="order_actions">
      <h2 class="staff-order__title" id="order_actions">
        What you can do
      </h2>
      {isHeld(facts) && <Release {...props} />}
      {isRefundable && <Refund {...props} leftCents={leftCents} />}
      {facts.days.length > 0 && <Move {...props} />}
      {facts.isEditable && (
        <a class="staff-order__row" href={paths.staffEditOrder(order.token)}>
          Edit what's inside
          <Icon name="forward" />
        </a>
      )}
      {isHere && <Cancel {...props} />}
      {hasLeft && facts.items.length > 0 && <Reship {...props} />}
      {props.mails.length > 0 && <Resend {...props} />}
    </section>
  )
}

const isHeld = ({ order, weatherHold }: StaffOrder) =>
  order.state === 'review' || (weatherHold !== null && weatherHold.shipAnywayAt === null)

type RefundProps = StaffOrderPageProps & { leftCents: number }

const Refund = ({ facts: { order, creditCents }, press, leftCents, refused }: RefundProps) => {
  const action = paths.refundOrderPart(order.token)
  const typed = typedIn(refused, action)
  return (
    <Fold title="Refund" isOpen={typed !== null}>
      <Form action={action} method="post" class="staff-order__form">
        <input type="hidden" name="press" value={press} />
        <Field
          id="refund_amount"
          name="amount"
          label="Amount in dollars"
          value={typedText(typed, 'amount')}
          inputmode="decimal"
          required
          autocomplete="off"
          hint={[
            `At most ${formatCents(leftCents)}. It goes back the way it was paid.`,
            creditCents > 0 && `${formatCents(creditCents)} was given as credit.`,
            ['paid', 'in_wave', 'review'].includes(order.state) && 'Refunding all of it cancels the box.',
          ]
            .filter(Boolean)
            .join(' ')}
        />
        <Reason id="refund_reason" typed={typed} />
        <button type="submit" class="button button--small">
          Refund
        </button>
      </Form>
    </Fold>
  )
}

const Move = ({ facts: { order, days }, refused }: StaffOrderPageProps) => {
  const action = paths.moveOrder(order.token)
  const typed = typedIn(refused, action)
  return (
    <Fold title="Move it to another day" isOpen={typed !== null}>
      <Form action={action} method="post" class="staff-order__form">
        <label class="field__label" for="move_day">
          Arrives on
        </label>
        <select id="move_day" name="day" class="field__input">
          {days.map(({ date, differenceCents, rewardName }) => (
            <option
              value={`${date} ${Math.max(0, differenceCents)}`}
              selected={typedText(typed, 'day')?.startsWith(date)}
            >
              {formatDay(date, 'long')}
              {differenceCents > 0 && `, ${formatCents(differenceCents)} more`}
              {differenceCents < 0 && `, ${formatCents(-differenceCents)} goes back`}
              {rewardName && `, without the reward ${rewardName}`}
            </option>
          ))}
        </select>
        {days.some(({ differenceCents }) => differenceCents > 0) && (
          <Consent cents={null} isTicked={typed?.consent === '1'} />
        )}
        {days.some(({ rewardName }) => rewardName !== null) && (
          <label class="tick">
            <input type="checkbox" name="choice" value="1" checked={typed?.choice === '1'} />
            <span>The customer agreed to lose the reward</span>
          </label>
        )}
        <Reason id="move_reason" typed={typed} label="Why, and how the customer told you" />
        <button type="submit" class="button button--small">
          Move it
        </button>
      </Form>
    </Fold>
  )
}

const Cancel = ({ facts: { order }, refused }: StaffOrderPageProps) => {
  const action = paths.cancelByStaff(order.token)
  const typed = typedIn(refused, action)
  return (
    <Fold title="Cancel the order" isOpen={typed !== null}>
      <Form action={action} method="post" class="staff-order__form">
        <p>
          All of the money goes back, the packs are for sale again, and the customer gets an email. You can’t
          undo this.
        </p>
        <Reason id="cancel_reason" typed={typed} />
        <button type="submit" class="button button--small button--danger">
          Cancel and refund
        </button>
      </Form>
    </Fold>
  )
}

const Release = ({ facts: { order }, refused }: StaffOrderPageProps) => {
  const action = paths.releaseOrder(order.token)
  const typed = typedIn(refused, action)
  return (
    <Fold title="Release the hold" isOpen={typed !== null}>
      <Form action={action} method="post" class="staff-order__form">
        <p>
          {order.state === 'review'
            ? 'The box joins the next wave, and the flags that held it are resolved.'
            : 'Only if the customer asked you to ship it despite the weather, knowing that it may arrive late or thawed. We record that they did.'}
        </p>
        <Reason
          id="release_reason"
          typed={typed}
          label={order.state === 'review' ? 'Why' : 'How they told you'}
        />
        <button type="submit" class="button button--small">
          Release
        </button>
      </Form>
    </Fold>
  )
}

const Reship = ({ facts: { order, items }, press, refused }: StaffOrderPageProps) => {
  const action = paths.reshipOrder(order.token)
  const typed = typedIn(refused, action)
  const quantities = typedFields(typed, 'quantities')
  return (
    <Fold title="Send it again" isOpen={typed !== null}>
      <Form action={action} method="post" class="staff-order__form">
        <input type="hidden" name="press" value={press} />
        <p>A free box to the same address on the next open day.</p>
        {items.map(({ token, name, label, quantity }) => (
          <Field
            id={`reship_${token}`}
            name={`quantities[${token}]`}
            label={`${name}, ${label}`}
            type="number"
            min={0}
            max={quantity}
            value={typedText(quantities, token) ?? quantity}
          />
        ))}
        <Reason id="reship_reason" typed={typed} />
        <button type="submit" class="button button--small">
          Send it again
        </button>
      </Form>
    </Fold>
  )
}

const MAIL_WORDS: Record<MailAgain, string> = {
  receipt: 'Receipt',
  shipment: 'Tracking update',
  refund: 'Refund',
}

const Resend = ({ facts: { order }, mails, press }: StaffOrderPageProps) => (
  <Fold title="Send an email again">
    <Form action={paths.resendMail(order.token)} method="post" class="staff-order__form">
      <input type="hidden" name="press" value={press} />
      <p>To {order.email}, with the order as it is now.</p>
      <p class="staff-order__ways">
        {mails.map((mail) => (
          <button type="submit" class="button button--small button--quiet" name="mail" value={mail}>
            {MAIL_WORDS[mail]}
          </button>
        ))}
      </p>
    </Form>
  </Fold>
)
