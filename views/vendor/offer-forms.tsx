import type { Farm } from '#db/schema/index.ts'
import { plainDollars } from '#src/money.ts'
import { paths } from '#src/paths.ts'
import type { ShelfItem } from '#src/vendor/shelf.ts'
import { Field } from '../shared/field.tsx'
import { Form } from '../shared/form.tsx'

type OfferFormsProps = { farm: Farm; item: ShelfItem }

export const OfferForms = ({ farm, item }: OfferFormsProps) => (
  <div class="farm-forms">
    <Form class="farm-forms__form" action={paths.announceIncoming(farm.slug, item.token)} method="post">
      <h2 class="farm-forms__title">Something is coming</h2>
      <Field id="quantity" name="quantity" label="Packs" type="number" min={1} step={1} required />
      <Field id="expected_on" name="expected_on" label="Arrives on" type="date" required />
      <div class="field">
        <label class="field__label" for="center">
          At
        </label>
        <select class="field__input" id="center" name="center">
          {item.centers.map(({ center, name }) => (
            <option value={center}>{name}</option>
          ))}
        </select>
      </div>
      <button type="submit" class="button">
        Announce it
      </button>
    </Form>
    <Form class="farm-forms__form" action={paths.proposePrice(farm.slug, item.token)} method="post">
      <h2 class="farm-forms__title">Another price</h2>
      <Field
        id="price"
        name="price"
        label={item.poundCents === null ? 'Price in dollars' : 'Dollars a pound'}
        inputmode="decimal"
        value={plainDollars(item.poundCents ?? item.priceCents)}
        required
      />
      <Field id="reason" name="reason" label="Why" maxlength={200} required placeholder="Feed costs more" />
      <button type="submit" class="button button--quiet">
        Propose it
      </button>
    </Form>
    <Form
      class="farm-forms__form"
      action={
        item.pausedAt === null
          ? paths.pauseOffer(farm.slug, item.token)
          : paths.resumeOffer(farm.slug, item.token)
      }
      method="post"
    >
      <h2 class="farm-forms__title">{item.pausedAt === null ? 'Pause it' : 'Sell it again'}</h2>
      <p>
        {item.pausedAt === null
          ? 'Shoppers see it as sold out, at once. What is already bought still ships.'
          : 'Shoppers can buy what is on hand, at once.'}
      </p>
      <button type="submit" class="button button--quiet">
        {item.pausedAt === null ? 'Pause' : 'Resume'}
      </button>
    </Form>
  </div>
)
