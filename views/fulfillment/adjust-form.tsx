import type { FulfillmentCenter } from '#db/schema/index.ts'
import type { InventoryItem } from '#src/fulfillment/inventory.ts'
import { paths } from '#src/paths.ts'
import type { ListedLot } from '#src/stock/lot-list.ts'
import { Form } from '../shared/form.tsx'

type AdjustFormProps = {
  center: FulfillmentCenter
  item: InventoryItem
  /** Of this page, so that a form sent twice counts once. */
  press: string
  /** The latest movement when this page was made. */
  seen: number
  /** The page to come back to: the list, or the offer's own. */
  from?: 'ledger'
  typed?: { change: string; reason: string; lot: string }
  lots?: ListedLot[]
}

export const AdjustForm = ({ center, item, press, seen, from, typed, lots = [] }: AdjustFormProps) => (
  <Form action={paths.adjustStock(center.slug, item.token)} method="post" class="adjust">
    <input type="hidden" name="press" value={press} />
    <input type="hidden" name="seen" value={String(seen)} />
    {from && <input type="hidden" name="from" value={from} />}
    <label class="adjust__field">
      Change
      <input
        class="field__input"
        type="number"
        name="change"
        value={typed?.change}
        step={1}
        max={100_000}
        required
        placeholder="−3"
        autocomplete="off"
      />
    </label>
    {lots.length > 0 && <LotField lots={lots} typed={typed?.lot ?? ''} />}
    <label class="adjust__field adjust__reason">
      Reason
      <input
        class="field__input"
        type="text"
        name="reason"
        value={typed?.reason}
        maxlength={200}
        required
        placeholder="Torn pack"
        autocomplete="off"
      />
    </label>
    <button type="submit" class="button button--small">
      Adjust
    </button>
  </Form>
)

const LotField = ({ lots, typed }: { lots: ListedLot[]; typed: string }) => (
  <label class="adjust__field adjust__lot">
    Lot
    <select class="field__input" name="lot">
      <option value="">Any</option>
      {lots.map(({ code }) => (
        <option value={code} selected={code === typed}>
          {code}
        </option>
      ))}
    </select>
  </label>
)
