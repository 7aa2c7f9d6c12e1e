import { DELIVERY_NAMES } from '#src/checkout/address-form.ts'
import type { FieldName } from '#src/delivery/rules.ts'
import type { AddressFacts } from '#src/settings/facts.ts'
import { AddressFields } from '../shared/address-fields.tsx'
import { Form } from '../shared/form.tsx'
import { errorAt, type PartProblem } from './account-part.tsx'

type AddressFormProps = {
  /** Prefix of the fields' ids, unique on the page. */
  id: string
  action: string
  method: 'post' | 'put'
  fields: AddressFacts['fields']
  problem: PartProblem | undefined
}

export function AddressForm({ id, action, method, fields, problem }: AddressFormProps) {
  const at = (field: FieldName) => {
    const name = DELIVERY_NAMES[field]
    return {
      id: `${id}_${field}`,
      value: problem?.typed?.[name] ?? fields[field],
      ...errorAt(problem, name),
    }
  }
  return (
    <Form action={action} method={method} class="account-form">
      <AddressFields at={at} suggestionsId={`${id}_suggestions`} />
      <p class="account-form__send">
        <button type="submit" class="button">
          Save address
        </button>
      </p>
    </Form>
  )
}
