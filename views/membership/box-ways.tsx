import { formatDay } from '#src/day.ts'
import { paths } from '#src/paths.ts'
import { Form } from '../shared/form.tsx'
import { FreeItemWay } from './free-item.tsx'
import type { NextProps } from './next-box.tsx'
import { quantityId } from './place-of.ts'
import { RefusedWords, typedAgain } from './refused.tsx'

/** Each opens to its own question, so skipping and moving are two taps without a script. */
export const BoxWays = (props: NextProps) => (
  <div class="next-box__ways">
    <Inside {...props} />
    <FreeItemWay {...props} />
    <Skip {...props} />
    <Move {...props} />
    <Where {...props} />
  </div>
)

const Inside = ({ next, refused }: NextProps) => (
  <details
    class="next-box__way"
    open={next.items.some(({ token }) => quantityId(next.orderToken, token) === refused?.id)}
  >
    <summary class={next.trouble ? 'button button--quiet' : 'button'}>Change what's inside</summary>
    <ul class="next-box__items">
      {next.items.map((item) => (
        <Item item={item} id={quantityId(next.orderToken, item.token)} next={next} refused={refused} />
      ))}
    </ul>
    <p>Set it to 0 to leave it out.</p>
  </details>
)

type ItemProps = Pick<NextProps, 'next' | 'refused'> & {
  item: NextProps['next']['items'][number]
  id: string
}

const Item = ({ item, id, next, refused }: ItemProps) => (
  <li>
    <Form action={paths.setBoxItem(next.orderToken)} method="post" class="next-box__item">
      <input type="hidden" name="bid_item_token" value={item.token} />
      <label for={id}>
        {item.name}, {item.label}
      </label>
      <input
        id={id}
        class="field__input next-box__quantity"
        name="quantity"
        inputmode="numeric"
        value={String(item.quantity)}
        {...typedAgain(id, refused)}
      />
      <button type="submit" class="button button--quiet button--small" id={`update_${id}`}>
        Update
      </button>
    </Form>
    <RefusedWords id={id} refused={refused} />
  </li>
)

const Skip = ({ next, later }: NextProps) => (
  <details class="next-box__way">
    <summary class="button button--quiet">Skip</summary>
    <Form action={paths.skipBox(next.orderToken)} method="post" class="next-box__question">
      <p>
        Nothing is packed or charged this time.
        {later[0] && ` Your next box would come ${formatDay(later[0], 'long')}.`}
      </p>
      <button type="submit" class="button button--small">
        Skip it
      </button>
    </Form>
  </details>
)

const Move = ({ next }: NextProps) => (
  <details class="next-box__way">
    <summary class="button button--quiet">Move</summary>
    <Form action={paths.updateArrivalDate(next.orderToken)} method="post" class="next-box__question">
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
)

/** The delivery page checks the address, and comes back here. */
const Where = ({ next }: NextProps) => (
  <details class="next-box__way">
    <summary class="button button--quiet">Send it elsewhere</summary>
    <div class="next-box__question">
      <p>
        It goes to {next.place.name}, {next.place.street}, {next.place.city}. A new address counts for this
        box and those after it.
      </p>
      <a
        class="button button--small"
        href={paths.deliveryStep(next.orderToken, { change: 'true', return_to: paths.memberships() })}
      >
        Change the address
      </a>
    </div>
  </details>
)
