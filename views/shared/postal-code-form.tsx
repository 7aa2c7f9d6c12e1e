import { paths } from '#src/paths.ts'
import { Field } from './field.tsx'
import { Form } from './form.tsx'
import { usePage } from './page-facts.ts'

type PostalCodeFormProps = {
  id: string
  /** The path to go on to; without one, back to the page it was sent from. */
  returnTo?: string
  /** What was typed into it before, and why that was refused. */
  refused?: { typed: string; error: string } | undefined
}

/** Asks for the five digits that decide dates, delivery cost and what is on the shelf. */
export function PostalCodeForm({ id, returnTo, refused }: PostalCodeFormProps) {
  const { postalCode } = usePage()
  return (
    <Form action={paths.postalCode()} method="post" class="postal-code-form">
      {returnTo && <input type="hidden" name="return_to" value={returnTo} />}
      <Field
        id={id}
        name="postal_code"
        label="Zip code"
        hint="It decides your delivery days and what is in stock."
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
