import { formatDay } from '#src/day.ts'
import type { MembershipFacts, NextBox } from '#src/membership/facts.ts'
import { formatCents } from '#src/money.ts'
import { paths } from '#src/paths.ts'
import { keptCardName } from '#src/payments/card-name.ts'
import { Countdown } from '../shared/countdown.tsx'
import { DayLeaf } from '../shared/day-leaf.tsx'
import { Form } from '../shared/form.tsx'
import { formatMoment } from '../shared/local-time.ts'

type NextProps = MembershipFacts & { next: NextBox; id: string }

/** What comes, when, what it costs, until when it can change, and what happens if an item is gone. */
export const NextBoxSection = ({ next, id, ...facts }: NextProps) => (
  <div class="next-box">
    <div class="next-box__when">
      <DayLeaf day={next.arrivalOn} />
      <div>
        <p>Your next box</p>
        <h2 id={id}>Comes {formatDay(next.arrivalOn, 'long')}</h2>
      </div>
    </div>
    <p class="next-box__list">{next.items.map(({ quantity, name }) => `${quantity} × ${name}`).join(', ')}</p>
    {next.trouble && <Trouble next={next} {...facts} />}
    <dl class="next-box__facts">
      <div>
        <dt>Total</dt>
        <dd>
          <b>{formatCents(next.totalCents)}</b>
          <br />
          {facts.card ? `Charged to ${keptCardName(facts.card)}` : 'Add a card'},{' '}
          {formatMoment(next.chargeAt, facts.zone)}
        </dd>
      </div>
      <div>
        <dt>Change until</dt>
        <dd>
          <b>{formatMoment(next.lockAt, facts.zone)}</b>
          <br />
          <Countdown endsAt={next.lockAt} now={facts.now} after=" left" />
        </dd>
      </div>
      <div>
        <dt>If an item is gone</dt>
        <dd>{GONE[facts.membership.whenGone]}</dd>
      </div>
    </dl>
    {next.isLocked ? (
      <p>It's too late to change this box. You can still change the one after it.</p>
    ) : (
      <BoxWays next={next} />
    )}
  </div>
)

const GONE = {
  swap: 'We swap it for the same cut from another farm, never for more money.',
  drop: 'We leave it out, and you pay less.',
  skip: 'We skip the whole box, and charge nothing.',
} as const

const TROUBLES = {
  declined: "Your card was declined. We'll try it again, or you can choose another card.",
  hard_decline: "Your card can't be charged. Please choose another card below.",
  authentication: "Your bank wants to know it's you.",
} as const

const Trouble = ({ next }: { next: NextBox } & Omit<MembershipFacts, 'next'>) => (
  <p class="alert alert--danger" role="alert">
    {next.trouble && TROUBLES[next.trouble]}{' '}
    <a href={paths.checkout(next.orderToken)}>Pay for this box now</a>
  </p>
)

const BoxWays = ({ next }: { next: NextBox }) => (
  <div class="next-box__ways">
    <details>
      <summary class="button">Change what's inside</summary>
      <ul class="next-box__items">
        {next.items.map((item) => (
          <li>
            <Form action={paths.setBoxItem(next.orderToken)} method="post" class="next-box__item">
              <input type="hidden" name="bid_item_token" value={item.token} />
              <label for={`quantity_${item.token}`}>
                {item.name}, {item.label}
              </label>
              <input
                id={`quantity_${item.token}`}
                class="field__input next-box__quantity"
                name="quantity"
                inputmode="numeric"
                value={String(item.quantity)}
              />
              <button type="submit" class="button button--quiet button--small">
                Update
              </button>
            </Form>
          </li>
        ))}
      </ul>
      <p>
        Set it to 0 to leave it out. <a href={paths.checkout(next.orderToken)}>Change where it goes</a>
      </p>
    </details>
    <details>
      <summary class="button button--quiet">Skip</summary>
      <Form action={paths.skipBox(next.orderToken)} method="post">
        <p>Nothing is packed or charged this time, and you can bring it back.</p>
        <button type="submit" class="button button--small">
          Skip it
        </button>
      </Form>
    </details>
    <details>
      <summary class="button button--quiet">Move</summary>
      <Form action={paths.updateArrivalDate(next.orderToken)} method="post">
        <label for={`move_${next.orderToken}`}>Bring it on</label>
        <select id={`move_${next.orderToken}`} class="field__input" name="arrival_date">
          {next.days.map((day) => (
            <option value={day} selected={day === next.arrivalOn}>
              {formatDay(day, 'long')}
            </option>
          ))}
        </select>
        <p>Later boxes keep their rhythm from that day.</p>
        <button type="submit" class="button button--small">
          Move it
        </button>
      </Form>
    </details>
  </div>
)
