import { formatCents, plainDollars } from '#src/money.ts'
import { paths } from '#src/paths.ts'
import { MAX_REASON_LENGTH } from '#src/staff/drafts/rules.ts'
import { EnterButton } from '../../shared/enter-button.tsx'
import { Field } from '../../shared/field.tsx'
import { Form } from '../../shared/form.tsx'
import { type DraftPageProps, recordOf } from './draft-page.tsx'
import { SAVED_FIRST, SaveFirstButton } from './save-first.tsx'

export const DraftItems = (props: DraftPageProps) => (
  <section class="staff-order__part" aria-labelledby="draft_lines">
    <h2 class="staff-order__title" id="draft_lines">
      In this box
    </h2>
    {props.facts.isOpen ? <Edited {...props} /> : <Listed {...props} />}
  </section>
)

const Listed = ({ facts: { lines } }: DraftPageProps) => (
  <ul class="staff-order__lines">
    {lines.map((line) => (
      <li class="staff-order__line">
        <span>
          {line.quantity} × {line.name}, {line.label}
        </span>
        <span class="staff-order__price">{formatCents(line.cents)}</span>
      </li>
    ))}
  </ul>
)

type Row = {
  token: string
  name: string
  label: string
  listCents: number
  maxQuantity: number
  quantity: number
  ownCents: number | null
  hint: string
}

const dollars = (cents: number | null): string => (cents === null ? '' : plainDollars(cents))

/** Without Turbo, which shows no page that a form answers with 200, as it does to Find. */
function Edited({ facts, found, query, typed, problem }: DraftPageProps) {
  const { order, draft, lines } = facts
  const kept = problem?.isStale ? {} : typed
  const quantities = recordOf(kept.quantities)
  const prices = recordOf(kept.prices)
  const rows: Row[] = [
    ...lines.map(({ token, name, label, priceCents, maxQuantity, quantity, ownCents, shareCents }) => ({
      ...{ token, name, label, maxQuantity, quantity, ownCents },
      listCents: priceCents,
      hint: `Our price: ${formatCents(priceCents)}${
        ownCents === null || shareCents === quantity * ownCents
          ? ''
          : `. All ${quantity} together: ${formatCents(shareCents)}`
      }`,
    })),
    ...found.map(({ token, name, label, priceCents, maxQuantity, farm, available }) => ({
      ...{ token, name, label, maxQuantity, quantity: 0, ownCents: null },
      listCents: priceCents,
      hint: `${farm}. ${available === 0 ? 'Sold out' : `${available} left`}. Our price: ${formatCents(priceCents)}`,
    })),
  ]
  return (
    <Form
      action={paths.staffDraft(order.token)}
      method="post"
      class="staff-order__form"
      data-turbo="false"
      {...SAVED_FIRST}
      data-unsaved={rows.some((row) => isUnsaved(row, quantities, prices)) ? '' : undefined}
    >
      <EnterButton query={query} />
      <input type="hidden" name="version" value={order.version} />
      {rows.length === 0 && <p>Nothing yet. Search for what the customer wants.</p>}
      {rows.map((row) => (
        <DraftRow row={row} quantity={quantities[row.token]} price={prices[row.token]} />
      ))}
      <Field
        id="draft_query"
        name="q"
        label="Find packs to add"
        type="search"
        value={query}
        maxlength={64}
        autocomplete="off"
      />
      <button type="submit" name="find" value="1" class="button button--small button--quiet">
        Find
      </button>
      {query !== '' && found.length === 0 && <p role="status">Nothing else in the shop matches “{query}”.</p>}
      <Field
        id="draft_reason"
        name="reason"
        label="Why a price is different"
        hint="Needed for any price of our own. Enter 0 to give something away."
        maxlength={MAX_REASON_LENGTH}
        autocomplete="off"
        value={typeof kept.reason === 'string' ? kept.reason : (draft.reason ?? '')}
      />
      <SaveFirstButton label="Save the box" class="button" />
    </Form>
  )
}

type Typed = ReturnType<typeof recordOf>

const isUnsaved = ({ token, quantity, ownCents }: Row, quantities: Typed, prices: Typed) =>
  Number(quantities[token] ?? quantity) !== quantity ||
  (prices[token] ?? dollars(ownCents)) !== dollars(ownCents)

type DraftRowProps = { row: Row; quantity: string | undefined; price: string | undefined }

const DraftRow = ({ row, quantity, price }: DraftRowProps) => (
  <fieldset class="draft-line">
    <legend class="draft-line__name">
      {row.name}, {row.label}
    </legend>
    <p class="staff-order__under">{row.hint}</p>
    <div class="draft-line__fields">
      <Field
        id={`quantity_${row.token}`}
        name={`quantities[${row.token}]`}
        label="Packs"
        type="number"
        min={0}
        max={row.maxQuantity}
        value={quantity ?? row.quantity}
      />
      <Field
        id={`price_${row.token}`}
        name={`prices[${row.token}]`}
        label="Other price, each"
        inputmode="decimal"
        maxlength={12}
        autocomplete="off"
        placeholder={dollars(row.listCents)}
        value={price ?? dollars(row.ownCents)}
      />
    </div>
  </fieldset>
)
