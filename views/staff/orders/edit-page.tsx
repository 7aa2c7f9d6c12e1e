import type { Order } from '#db/schema/index.ts'
import { formatCents } from '#src/money.ts'
import type { AddableOffer } from '#src/order-edit/addable.ts'
import type { Preview } from '#src/order-edit/edit.ts'
import type { EditLine } from '#src/orders/edit/lines.ts'
import { paths } from '#src/paths.ts'
import { Alert } from '../../shared/alert.tsx'
import { EnterButton } from '../../shared/enter-button.tsx'
import { Field } from '../../shared/field.tsx'
import { Form } from '../../shared/form.tsx'
import { typedText } from '../../shared/refused-form.ts'
import { Consent, Reason } from './action-parts.tsx'

type StaffEditPageProps = {
  order: Order
  /** Why it can't be edited anymore. */
  locked: string | null
  lines: EditLine[]
  addable: AddableOffer[]
  query: string
  /** What the change would cost, once it was asked. */
  preview: Preview | null
  problem: string | null
  /** What a refused form had. */
  typed: Record<string, unknown> | null
  hasKeptCard: boolean
}

export const StaffEditPage = (props: StaffEditPageProps) => {
  const { order, locked, preview, problem } = props
  return (
    <article class="staff-order staff-order__main">
      <header class="desk__head">
        <p class="trail">
          <a href={paths.staffOrder(order.token)}>Order {order.identifier}</a>
        </p>
        <h1 class="desk__title">{preview ? 'Change this box?' : 'Edit this box'}</h1>
        <p class="desk__intro">You edit for {order.deliveryName}. They get the changed receipt by email.</p>
      </header>
      {problem && <Alert takesFocus>{problem}</Alert>}
      {locked ? (
        <p>{locked}</p>
      ) : preview ? (
        <Confirm {...props} preview={preview} />
      ) : (
        <Quantities {...props} />
      )}
    </article>
  )
}

/** Without Turbo, which shows no page that a form answers with 200. */
const Quantities = ({ order, lines, addable, query }: StaffEditPageProps) => (
  <Form action={paths.staffEditOrder(order.token)} method="post" class="staff-order__form" data-turbo="false">
    <EnterButton query={query} />
    {lines.map(({ token, name, label, to, maxQuantity, bundledQuantity }) => (
      <Field
        id={`quantity_${token}`}
        name={`quantities[${token}]`}
        label={`${name}, ${label}`}
        type="number"
        min={bundledQuantity}
        max={maxQuantity}
        value={to}
      />
    ))}
    <p>Enter 0 to take something out.</p>
    <h2 class="staff-order__title">Add something</h2>
    <Field id="edit_query" name="q" label="Search the shop" type="search" value={query} maxlength={64} />
    <button type="submit" name="find" value="1" class="button button--small button--quiet">
      Find
    </button>
    {addable.length === 0 && <p role="status">Nothing that matches can come with this box.</p>}
    {addable.map(({ token, name, label, priceCents, farm, maxQuantity }) => (
      <Field
        id={`quantity_${token}`}
        name={`quantities[${token}]`}
        label={`${name}, ${label}, ${formatCents(priceCents)}`}
        hint={farm}
        type="number"
        min={0}
        max={maxQuantity}
        value={0}
      />
    ))}
    <button type="submit" class="button">
      See the difference
    </button>
  </Form>
)

const Confirm = ({ order, preview, typed, hasKeptCard }: StaffEditPageProps & { preview: Preview }) => (
  <Form action={paths.staffEditOrder(order.token)} method="post" class="staff-order__form">
    <ul>
      {preview.lines
        .filter(({ from, to }) => from !== to)
        .map(({ name, label, from, to, token }) => (
          <li>
            {name}, {label}: {to} instead of {from}
            <input type="hidden" name={`quantities[${token}]`} value={to} />
          </li>
        ))}
    </ul>
    <p>
      <b>{differenceWords(preview.differenceCents)}</b> The new total
      {order.boughtCardsCents ? ' for the box' : ''} is{' '}
      {formatCents(preview.box.dueCents + preview.waivedCents)}.
    </p>
    <input type="hidden" name="confirmed" value="true" />
    <input type="hidden" name="version" value={preview.order.version} />
    <input type="hidden" name="difference_cents" value={preview.differenceCents} />
    {preview.differenceCents > 0 &&
      (hasKeptCard ? (
        <Consent cents={preview.differenceCents} isTicked={typedText(typed, 'consent') === '1'} />
      ) : (
        <p>We don't keep this order's card, so the customer has to make this change on their order's page.</p>
      ))}
    <Reason id="edit_reason" label="Why, and how the customer told you" typed={typed} />
    <p class="staff-order__ways">
      <button type="submit" class="button">
        Change the box
      </button>
      <a class="button button--quiet" href={paths.staffOrder(order.token)}>
        Leave it as it is
      </a>
    </p>
  </Form>
)

const differenceWords = (cents: number): string => {
  if (cents === 0) return 'The price stays the same.'
  return cents > 0 ? `${formatCents(cents)} more to pay.` : `${formatCents(-cents)} goes back.`
}
