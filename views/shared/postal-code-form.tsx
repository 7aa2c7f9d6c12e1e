import { paths } from '#src/paths.ts'
import { Field } from './field.tsx'
import { Form } from './form.tsx'
import { usePage } from './page-facts.ts'

type PostalCodeFormProps = {
  id: string
  /** Default: back to the current page. */
  returnTo?: string
  refused?: { typed: string; error: string } | undefined
}

export function PostalCodeForm({ id, returnTo, refused }: PostalCodeFormProps) {
  const { postalCode } = usePage()
  return (
    <Form action={paths.postalCode()} method="post" class="postal-code-form">
      {returnTo && <input type="hidden" name="return_to" value={returnTo} />}
      <Field
        id={id}
        name="postal_code"
        label="ZIP code"
        hint="So we can show your delivery days and what's in stock."
        value={refused?.typed ?? postalCode ?? ''}
        error={refused?.error}
        autofocus={refused !== undefined}
        inputmode="numeric"
        autocomplete="postal-code"
        pattern="\d{5}"
        maxlength={5}
        required
      />
      <button type="submit" class="button button--quiet">
        Save
      </button>
    </Form>
  )
}
