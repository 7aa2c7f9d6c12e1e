import type { CorporateGift, GiftBoxState } from '#db/schema/index.ts'
import { formatDay } from '#src/day.ts'
import { formatCents } from '#src/money.ts'
import { paths } from '#src/paths.ts'
import type { GiftBoxFacts } from '#src/staff/corporate-gifts/facts.ts'
import { STATE_WORDS } from '../../orders/order-state-labels.ts'
import { Form } from '../../shared/form.tsx'

const BOX_WORDS: Record<GiftBoxState, string> = {
  checking: 'Being checked',
  refused: 'Can’t be sent',
  ready: 'Ready',
  placing: 'Being placed',
  failed: 'Couldn’t be placed',
  placed: 'Placed',
  returned: 'Money given back',
}

/** What staff must see to comes first. */
export const GiftBoxTable = ({ boxes, gift }: { boxes: GiftBoxFacts[]; gift: CorporateGift }) => (
  <section class="sheet" tabindex={0} aria-label="Boxes">
    <table class="sheet__table sheet__table--narrow">
      <thead>
        <tr>
          <th scope="col">To</th>
          <th scope="col">Status</th>
          <th scope="col" class="sheet__figure">
            Price
          </th>
          <th scope="col">Arrives</th>
          <th scope="col" class="sheet__figure">
            Line
          </th>
          {gift.state === 'open' && <th scope="col">Remove</th>}
        </tr>
      </thead>
      <tbody>
        {[...boxes.filter(hasProblem), ...boxes.filter((box) => !hasProblem(box))].map((box) => (
          <tr>
            <th scope="row">
              {box.name}
              {box.place && <span class="sheet__note">{box.place}</span>}
              {box.problem && <span class="sheet__note">{box.problem}</span>}
            </th>
            <td>
              <State box={box} />
              {box.canMove && <OtherDay box={box} gift={gift} />}
            </td>
            <td class="sheet__figure">{box.cents !== null && formatCents(box.cents)}</td>
            <td>{box.arrivesOn && formatDay(box.arrivesOn, 'short')}</td>
            <td class="sheet__figure">{box.line}</td>
            {gift.state === 'open' && (
              <td>
                <Form action={paths.removeRefusedBoxes(gift.token)} method="post">
                  <input type="hidden" name="box_id" value={box.id} />
                  <button type="submit" class="link-button" aria-label={`Remove ${box.name}`}>
                    Remove
                  </button>
                </Form>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)

const OtherDay = ({ box, gift }: { box: GiftBoxFacts; gift: CorporateGift }) => (
  <Form action={paths.moveGiftBox(gift.token)} method="post" class="staff-order__form">
    <input type="hidden" name="box_id" value={box.id} />
    <input
      type="date"
      name="arrival_on"
      class="field__input"
      aria-label={`Delivery date of the box for ${box.name}`}
      value={box.arrivesOn ?? ''}
      required
    />
    <button type="submit" class="button button--small button--quiet">
      Try on this day
    </button>
  </Form>
)

const hasProblem = ({ problem }: GiftBoxFacts) => problem !== null

const State = ({ box: { state, order } }: { box: GiftBoxFacts }) =>
  state === 'placed' && order ? (
    <a href={paths.staffOrder(order.token)}>
      {order.identifier}, {STATE_WORDS[order.state].toLowerCase()}
    </a>
  ) : (
    BOX_WORDS[state]
  )
