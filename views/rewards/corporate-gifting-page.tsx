import { paths } from '#src/paths.ts'
import type { GiftingField, GiftingProblems } from '#src/rewards/corporate-gifting-fields.ts'
import { EmailField } from '../shared/email-field.tsx'
import { Field } from '../shared/field.tsx'
import { Form } from '../shared/form.tsx'
import { usePage } from '../shared/page-facts.ts'
import { Phone } from '../shared/phone.tsx'
import { PhoneField } from '../shared/phone-field.tsx'
import { TextArea } from '../shared/text-area.tsx'

type GiftingProps = { typed?: Partial<Record<GiftingField, string>>; problems?: GiftingProblems }

export function CorporateGiftingPage({ typed = {}, problems = {} }: GiftingProps) {
  const { store } = usePage()
  return (
    <>
      <header class="page-head">
        <h1 class="page-head__title">Corporate gifting</h1>
        <p class="page-head__intro">
          Send the people you work with a box from a real farm. Tell us how many and when, and we'll email you
          back with what's in season and what it costs.
        </p>
      </header>
      <Form action={paths.corporateGiftingContact()} method="post" class="gifting-form">
        <Field
          id="gifting_name"
          name="name"
          label="Your name"
          autocomplete="name"
          maxlength={200}
          required
          {...fieldProps('name')}
        />
        <EmailField id="gifting_email" {...fieldProps('email')} />
        <Field
          id="gifting_company"
          name="company"
          label="Company (optional)"
          autocomplete="organization"
          maxlength={200}
          {...fieldProps('company')}
        />
        <PhoneField id="gifting_phone" label="Phone Number (optional)" {...fieldProps('phone_number')} />
        <Field
          id="gifting_quantity"
          name="quantity"
          label="How many boxes (optional)"
          hint="A rough guess is fine."
          inputmode="numeric"
          maxlength={6}
          autocomplete="off"
          {...fieldProps('quantity')}
        />
        <TextArea
          id="gifting_message"
          name="message"
          label="What you have in mind"
          hint="Who it's for, when it should arrive, and where."
          maxlength={5_000}
          required
          {...fieldProps('message')}
        />
        <p class="gifting-form__send">
          <button type="submit" class="button">
            Send
          </button>
          <span>
            Rather talk? <a href={`mailto:${store.email}`}>{store.email}</a> or <Phone number={store.phone} />
          </span>
        </p>
      </Form>
    </>
  )

  function fieldProps(field: GiftingField) {
    return { value: typed[field] ?? '', error: problems[field] }
  }
}
