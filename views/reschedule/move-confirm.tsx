import type { PaidChange } from '#db/schema/index.ts'
import { formatDay, type Instant } from '#src/day.ts'
import { formatCents } from '#src/money.ts'
import { cardName } from '#src/payments/card-name.ts'
import type { MovePlan } from '#src/reschedule/plan.ts'
import { isNearLock } from '#src/reschedule/rules.ts'
import { roughTimeLeft } from '#src/time-left.ts'
import { PayWith } from '../order-edit/pay-with.tsx'
import { WaitingChange } from '../order-edit/waiting-change.tsx'
import { Alert } from '../shared/alert.tsx'
import { DayLeaf } from '../shared/day-leaf.tsx'
import { Form } from '../shared/form.tsx'
import { Icon } from '../shared/icon.tsx'
import { shortDeadline } from '../shared/local-time.ts'
import { Picture } from '../shared/picture.tsx'
import { BOX_PAID_WORDS, lessWords, MoveAmounts, PAID_WORDS } from './move-money.tsx'
import { MOVE_WARNING_ID, MoveWarning, type Warning } from './move-warning.tsx'

export type MoveConfirmProps = {
  plan: MovePlan
  action: string
  orderPath: string
  pickerPath: string
  isInFrame: boolean
  card: { brand: string; last4: string } | null
  /** 'Visa ending in 4242', if the card that paid can be charged again. */
  keptCard: string | null
  isDeclined: boolean
  zone: string
  now: Instant
  problem: string | null
  warning: Warning | null
  /** What this move would end. */
  waiting: PaidChange | null
}

/** Three questions that can't be mistaken for each other: two leaves, an amount, or what would be lost. */
export const MoveConfirm = (props: MoveConfirmProps) => (
  <>
    {props.problem && <Alert>{props.problem}</Alert>}
    {props.warning && <MoveWarning {...props.warning} />}
    {props.waiting && <WaitingChange change={props.waiting} />}
    <ConfirmForm {...props} />
  </>
)

const ConfirmForm = (props: MoveConfirmProps) => (
  <Form
    action={props.action}
    method="post"
    class="move-form"
    {...(dueCents(props) > 0 && { 'data-turbo': 'false' })}
  >
    <input type="hidden" name="arrival_date" value={props.plan.day.date} />
    <input type="hidden" name="confirmed" value="true" />
    {showsAmount(props) && <input type="hidden" name="amount_cents" value={dueCents(props)} />}
    <Question {...props} />
  </Form>
)

const dueCents = ({ plan }: MoveConfirmProps) => Math.max(0, plan.differenceCents)
const showsAmount = (props: MoveConfirmProps) =>
  props.plan.confirmation === 'charge_now' || dueCents(props) > 0

function Question(props: MoveConfirmProps) {
  switch (props.plan.confirmation) {
    case 'reward_removal':
      return <RewardQuestion {...props} />
    case 'charge_now':
      return <ChargeQuestion {...props} />
    case 'plain':
      return <PlainQuestion {...props} />
  }
}

const PlainQuestion = (props: MoveConfirmProps) => (
  <>
    {isSoon(props) && <LockNote {...props} />}
    <div class="move-days">
      <DayLeaf day={props.plan.from} />
      <Icon name="onward" />
      <DayLeaf day={props.plan.day.date} />
    </div>
    <p class="visually-hidden">
      From {formatDay(props.plan.from, 'long')} to {formatDay(props.plan.day.date, 'long')}.
    </p>
    <ul class="move-facts">
      <Fact>
        {props.plan.differenceCents < 0
          ? `${formatCents(-props.plan.differenceCents)} less: ${lessWords(props.plan)}`
          : 'Same price, nothing to pay'}
      </Fact>
      <Fact>You can change it until {shortDeadline(props.plan.day.lockAt, props.zone)}</Fact>
      <Fact>{PAID_WORDS[props.plan.held]}</Fact>
    </ul>
    <Buttons {...props} yes="Move it" />
  </>
)

const Fact = ({ children }: { children: string | string[] }) => (
  <li>
    <Icon name="check" /> <span>{children}</span>
  </li>
)

/** Charged at once, or locked almost at once: the amount stands where the days stand otherwise. */
const ChargeQuestion = (props: MoveConfirmProps) => (
  <>
    <LockNote {...props} />
    <dl class="difference">
      <div>
        <dt>
          {formatDay(props.plan.from, 'short')} to {formatDay(props.plan.day.date, 'short')}
          {props.plan.day.expedited && ', expedited'}
        </dt>
        <dd />
      </div>
      <MoveAmounts plan={props.plan} />
    </dl>
    {dueCents(props) > 0 && <PayWith keptCard={props.keptCard} prefersNew={props.isDeclined} />}
    <Buttons {...props} yes={dueCents(props) > 0 ? payWords(props) : 'Move it, pay nothing'} />
    <p class="move-note">{dueCents(props) > 0 ? UNPAID : chargeNote(props)}</p>
  </>
)

const isSoon = ({ plan, now }: MoveConfirmProps) => isNearLock(plan.day.lockAt, now)

/** Only one notice: that the box is packed soon as it is comes first. */
function LockNote(props: MoveConfirmProps) {
  const { plan, warning, zone, now } = props
  if (warning || !isSoon(props))
    return (
      <p class="move-note">On that day, you can change it until {shortDeadline(plan.day.lockAt, zone)}.</p>
    )
  return (
    <div class="notice notice--gold" id={MOVE_WARNING_ID}>
      <Icon name="clock" />
      <p class="notice__text">
        We pack it in {roughTimeLeft(plan.day.lockAt - now)}. After that it can't change.
      </p>
    </div>
  )
}

const chargeNote = ({ card, plan }: MoveConfirmProps): string =>
  `${BOX_PAID_WORDS[plan.held]} Nothing more is charged to ${card ? cardName(card) : 'your card'}.`

const payWords = (props: MoveConfirmProps) => `Pay ${formatCents(dueCents(props))} and move it`
const UNPAID = 'If the payment fails, your box stays on its day.'

const RewardQuestion = (props: MoveConfirmProps) => {
  const { plan } = props
  const [date, reward] = [formatDay(plan.day.date, 'date'), plan.reward]
  if (!reward) return null
  return (
    <>
      {isSoon(props) && <LockNote {...props} />}
      <div class="move-reward">
        {reward.gift && (
          <div class="order-line__picture">
            <Picture name={reward.gift.pictures[0] ?? ''} sizes="96px" alt="" />
          </div>
        )}
        <div>
          <p class="order-line__name">
            {reward.gift ? `${reward.gift.name}, ${reward.gift.label}` : reward.name}
          </p>
          <p class="order-line__detail">
            {reward.gift ? 'Free' : 'Taken off'} with boxes delivered by{' '}
            {formatDay(reward.deliverBy, 'short')}. {date} is too late for it.
          </p>
        </div>
      </div>
      {dueCents(props) > 0 && (
        <>
          <dl class="difference">
            <MoveAmounts plan={props.plan} />
          </dl>
          <PayWith keptCard={props.keptCard} prefersNew={props.isDeclined} />
        </>
      )}
      <RewardChoice {...props} name={reward.gift?.name ?? 'my reward'} />
      <p class="move-note">
        {reward.isLost
          ? `No other box could use it by ${formatDay(reward.deliverBy, 'short')}, so it's gone for good.`
          : `It goes back to your rewards, for another box by ${formatDay(reward.deliverBy, 'short')}.`}
      </p>
    </>
  )
}

const RewardChoice = ({ name, ...props }: MoveConfirmProps & { name: string }) => (
  <>
    <label class="tick">
      <input type="checkbox" name="choice" value="true" required />
      <span>Move it and take {name} off my box</span>
    </label>
    <div class="ask__ways">
      <button type="submit" class="button">
        {dueCents(props) > 0 ? payWords(props) : 'Move without it'}
      </button>
      <OtherDay {...props} look="button button--quiet" />
    </div>
  </>
)

/** In the dialog again, also out of a form that leaves it to be paid. */
const OtherDay = ({ pickerPath, isInFrame, look }: MoveConfirmProps & { look?: string }) => (
  <a class={look} href={pickerPath} {...(isInFrame && { 'data-turbo': 'true', 'data-turbo-frame': 'modal' })}>
    Pick another day
  </a>
)

const Buttons = (props: MoveConfirmProps & { yes: string }) => (
  <>
    <div class="ask__ways">
      <button type="submit" class="button">
        {props.yes}
      </button>
      <a class="button button--quiet" href={props.orderPath}>
        Keep {formatDay(props.plan.from, 'date')}
      </a>
    </div>
    <p class="move-note">
      <OtherDay {...props} />
    </p>
  </>
)
