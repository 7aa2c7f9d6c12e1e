import type { Farm } from '#db/schema/index.ts'
import { plainDollars } from '#src/money.ts'
import { paths } from '#src/paths.ts'
import type { ShelfItem } from '#src/vendor/shelf.ts'
import { Field } from '../shared/field.tsx'
import { Form } from '../shared/form.tsx'
import { type RefusedForm, typedIn, typedText } from '../shared/refused-form.ts'

type OfferFormsProps = {
  farm: Farm
  item: ShelfItem
  /** Of the form that announces units. */
  press: string
  refused: RefusedForm | null
}

export const OfferForms = (props: OfferFormsProps) => (
  <div class="farm-forms">
    <IncomingForm {...props} />
    <PriceForm {...props} />
    <PauseForm {...props} />
  </div>
)

const IncomingForm = ({ farm, item, press, refused }: OfferFormsProps) => {
  const action = paths.announceIncoming(farm.slug, item.token)
  const typed = typedIn(refused, action)
  return (
    <Form class="farm-forms__form" action={action} method="post">
      <h2 class="farm-forms__title">Something is coming</h2>
      <input type="hidden" name="press" value={press} />
      <Field
        id="quantity"
        name="quantity"
        label="Packs"
        type="number"
        value={typedText(typed, 'quantity')}
        min={1}
        step={1}
        required
      />
      <Field
        id="expected_on"
        name="expected_on"
        label="Arrives on"
        type="date"
        value={typedText(typed, 'expected_on')}
        required
      />
      <div class="field">
        <label class="field__label" for="center">
          At
        </label>
        <select class="field__input" id="center" name="center">
          {item.centers.map(({ center, name }) => (
            <option value={center} selected={center === typedText(typed, 'center')}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <button type="submit" class="button">
        Announce it
      </button>
    </Form>
  )
}

const PriceForm = ({ farm, item, refused }: OfferFormsProps) => {
  const action = paths.proposePrice(farm.slug, item.token)
  const typed = typedIn(refused, action)
  return (
    <Form class="farm-forms__form" action={action} method="post">
      <h2 class="farm-forms__title">Another price</h2>
      <Field
        id="price"
        name="price"
        label={item.poundCents === null ? 'Price in dollars' : 'Dollars a pound'}
        inputmode="decimal"
        value={typedText(typed, 'price') ?? plainDollars(item.poundCents ?? item.priceCents)}
        required
      />
      <Field
        id="reason"
        name="reason"
        label="Why"
        value={typedText(typed, 'reason')}
        maxlength={200}
        required
        placeholder="Feed costs more"
      />
      <button type="submit" class="button button--quiet">
        Propose it
      </button>
    </Form>
  )
}

const PauseForm = ({ farm, item }: OfferFormsProps) => (
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
)
