import type { Child } from 'hono/jsx'
import type { Instant } from '#src/day.ts'
import { formatCents } from '#src/money.ts'
import type { AddableOffer } from '#src/order-edit/addable.ts'
import type { EditLine } from '#src/orders/edit/lines.ts'
import { GiftOption, type GiftShown } from '../checkout/gift-option.tsx'
import { EnterButton } from '../shared/enter-button.tsx'
import { Form } from '../shared/form.tsx'
import { Icon } from '../shared/icon.tsx'
import { formatMoment } from '../shared/local-time.ts'
import { Picture } from '../shared/picture.tsx'
import { Quantity } from '../shared/quantity.tsx'

export type EditPageProps = {
  identifier: string
  action: string
  orderPath: string
  /** Why the items can't change anymore. */
  locked: string | null
  lines: EditLine[]
  addable: AddableOffer[]
  query: string
  /** Null for a recurring box. */
  gift: GiftShown | null
  problem: string | null
  /** Where the whole order can be canceled instead. */
  cancelUrl: string | null
  lockAt: Instant | null
  zone: string
  store: { email: string }
}

/** One form: quantities, what to add and gift details. It shows the difference before anything changes. */
export const EditPage = (props: EditPageProps) => (
  <article class="order-edit">
    <header class="page-head">
      <p class="trail">
        <a class="nowrap" href={props.orderPath}>
          Order {props.identifier}
        </a>
      </p>
      <h1 class="page-head__title">Edit your box</h1>
    </header>
    {props.locked ? <Locked {...props} locked={props.locked} /> : <EditForm {...props} />}
  </article>
)

const Locked = ({ locked, orderPath, store }: EditPageProps & { locked: string }) => (
  <>
    <p class="order-edit__words" role="status">
      {locked}
    </p>
    <p class="order-edit__ways">
      <a class="button" href={orderPath}>
        Back to the order
      </a>
      <a class="button button--quiet" href={`mailto:${store.email}`}>
        Email us
      </a>
    </p>
  </>
)

const EditForm = (props: EditPageProps) => (
  <>
    {props.lockAt !== null && (
      <p class="order-edit__words">
        You can make changes until <b>{formatMoment(props.lockAt, props.zone)}</b>. You'll see the difference
        before anything changes.
      </p>
    )}
    {props.problem && <Problem message={props.problem} cancelUrl={props.cancelUrl} />}
    <Form action={props.action} method="post" class="order-edit__form" data-turbo="false">
      <EnterButton query={props.query} />
      <section aria-labelledby="edit_lines">
        <h2 class="order-edit__subtitle" id="edit_lines">
          In this box
        </h2>
        <ul class="edit-lines">
          {props.lines.map((line) => (
            <EditRow line={line} value={line.to} note={noteOf(line)} />
          ))}
        </ul>
        <p class="order-edit__hint">Enter 0 to take something out.</p>
      </section>
      <AddSection {...props} />
      {props.gift && (
        <div data-controller="gifting">
          <GiftOption gift={props.gift} error={null} />
        </div>
      )}
      <div class="order-edit__ways">
        <button type="submit" class="button">
          See the difference
        </button>
        <a class="button button--quiet" href={props.orderPath}>
          Keep my order as it is
        </a>
      </div>
    </Form>
  </>
)

export const Problem = ({ message, cancelUrl }: { message: Child; cancelUrl?: string | null }) => (
  <div class="notice notice--danger" role="alert">
    <Icon name="alert" />
    <p class="notice__text">
      {message}
      {cancelUrl && (
        <>
          {' '}
          <a href={cancelUrl}>Cancel the order</a>
        </>
      )}
    </p>
  </div>
)

const noteOf = ({ from, to }: EditLine) => (from === to ? null : from === 0 ? 'New' : `Was ${from}`)

type Row = Pick<
  AddableOffer,
  'token' | 'name' | 'label' | 'farm' | 'priceCents' | 'poundCents' | 'pictures' | 'maxQuantity'
> & { bundledQuantity?: number }

const EditRow = ({ line, value, note }: { line: Row; value: number; note: string | null }) => (
  <li class="edit-line">
    <div class="edit-line__picture">
      <Picture name={line.pictures[0] ?? ''} sizes="72px" alt="" />
    </div>
    <div class="edit-line__words">
      <p class="edit-line__name">{line.name}</p>
      <p class="edit-line__detail">
        <span class="one-piece">{line.label}</span> · {priceOf(line)}
      </p>
      <p class="edit-line__detail">{line.farm}</p>
      {line.bundledQuantity ? (
        <p class="edit-line__detail">{line.bundledQuantity} came with your box at one price</p>
      ) : null}
      {note && <p class="edit-line__note">{note}</p>}
    </div>
    <span class="edit-line__quantity" data-controller="quantity-selector">
      <Quantity
        id={`quantity_${line.token}`}
        label={`Quantity of ${line.name}, ${line.label}`}
        name={`quantities[${line.token}]`}
        value={value}
        min={line.bundledQuantity ?? 0}
        max={line.maxQuantity}
      />
    </span>
  </li>
)

const priceOf = ({ priceCents, poundCents }: Row) =>
  poundCents === null
    ? `${formatCents(priceCents)} each`
    : `${formatCents(poundCents)} / lb, at most ${formatCents(priceCents)} each`

const AddSection = ({ addable, query }: EditPageProps) => (
  <section aria-labelledby="edit_add">
    <h2 class="order-edit__subtitle" id="edit_add">
      Add something
    </h2>
    <div class="order-edit__search">
      <label class="visually-hidden" for="edit_query">
        What would you like to add?
      </label>
      <input
        class="field__input"
        id="edit_query"
        type="search"
        name="q"
        value={query}
        maxlength={64}
        placeholder="Ribeye, bacon, salmon …"
        autocomplete="off"
      />
      <button type="submit" name="find" value="1" class="button button--quiet">
        Find
      </button>
    </div>
    {addable.length > 0 ? (
      <ul class="edit-lines">
        {addable.map((offer) => (
          <EditRow line={offer} value={0} note={null} />
        ))}
      </ul>
    ) : (
      <p class="order-edit__hint" role="status">
        Nothing that matches can come with this box. Try another word.
      </p>
    )}
  </section>
)
