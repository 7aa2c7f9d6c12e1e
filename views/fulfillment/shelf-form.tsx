import type { FulfillmentCenter } from '#db/schema/index.ts'
import type { InventoryItem } from '#src/fulfillment/inventory.ts'
import { paths } from '#src/paths.ts'
import { MAX_SHELF_LENGTH } from '#src/stock/shelves.ts'
import { Form } from '../shared/form.tsx'

type ShelfFormProps = {
  center: FulfillmentCenter
  item: InventoryItem
  version: string
  /** What was typed into it before it was refused. */
  typed: string | null
}

/** Pick lists and slips go from shelf to shelf. */
export const ShelfForm = ({ center, item, version, typed }: ShelfFormProps) => (
  <Form action={paths.setShelf(center.slug, item.token)} method="post" class="adjust">
    <input type="hidden" name="version" value={version} />
    <label class="adjust__field adjust__shelf">
      Shelf
      <input
        class="field__input"
        type="text"
        name="shelf"
        value={typed ?? item.shelf ?? ''}
        maxlength={MAX_SHELF_LENGTH}
        placeholder="B-14"
        autocomplete="off"
        autocapitalize="characters"
      />
    </label>
    <button type="submit" class="button button--quiet button--small">
      Save shelf
    </button>
  </Form>
)
