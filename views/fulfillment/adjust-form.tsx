import type { FulfillmentCenter } from '#db/schema/index.ts'
import type { InventoryItem } from '#src/fulfillment/inventory.ts'
import { paths } from '#src/paths.ts'
import { Form } from '../shared/form.tsx'

type AdjustFormProps = {
  center: FulfillmentCenter
  item: InventoryItem
  /** The page to come back to: the list, or the offer's own. */
  from?: 'ledger'
  typed?: { change: string; reason: string }
}

export const AdjustForm = ({ center, item, from, typed }: AdjustFormProps) => (
  <Form action={paths.adjustStock(center.slug, item.token)} method="post" class="adjust">
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
