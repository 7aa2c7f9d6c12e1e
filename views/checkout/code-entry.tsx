import { paths } from '#src/paths.ts'
import type { EnteredCode } from '#src/pricing/entered-codes.ts'
import { Field } from '../shared/field.tsx'
import { Form } from '../shared/form.tsx'

export type CodesShown = {
  entered: EnteredCode[]
  /** A promotion from the visitor's link, prefilled in the field. */
  offeredCode: string | null
  refused?: { typed: string; error: string }
}

type CodeEntryProps = {
  id: string
  orderToken: string
  codes: CodesShown
  returnTo?: string
  /** The order's new version, which makes the rest of the page reload its data. */
  update?: { version: number }
}

export const CodeEntry = ({ id, orderToken, codes, returnTo, update }: CodeEntryProps) => (
  <section class="codes" id={id} aria-label="Promotions and gift cards" tabindex={-1}>
    {update && <OrderUpdate orderToken={orderToken} {...update} />}
    <Entered orderToken={orderToken} entered={codes.entered} returnTo={returnTo} />
    <Form action={paths.codes(orderToken)} method="post" class="codes__form">
      <ReturnTo path={returnTo} />
      <Field
        id={`${id}_text`}
        name="text_entered"
        label="Promotion or gift card code"
        value={codes.refused?.typed ?? codes.offeredCode ?? ''}
        error={codes.refused?.error}
        autocomplete="off"
        autocapitalize="characters"
        spellcheck="false"
        maxlength={64}
        required
      />
      <button type="submit" id={`${id}_apply`} class="button button--quiet">
        Apply
      </button>
    </Form>
  </section>
)

type EnteredProps = { orderToken: string; entered: EnteredCode[]; returnTo: string | undefined }

function Entered({ orderToken, entered, returnTo }: EnteredProps) {
  if (entered.length === 0) return null
  return (
    <ul class="codes__entered" aria-label="Codes on your box">
      {entered.map(({ mark, name, words, problem }) => (
        <li class="codes__code" data-line="">
          <p class="codes__words">
            <b>{name}</b> <span>{words}</span>
            {problem && <span class="field__error">{problem}</span>}
          </p>
          {mark !== null && (
            <Form action={paths.codes(orderToken)} method="delete">
              <input type="hidden" name="mark" value={mark} />
              <ReturnTo path={returnTo} />
              <button type="submit" class="link-button" aria-label={`Remove ${name}, ${words}`}>
                Remove
              </button>
            </Form>
          )}
        </li>
      ))}
    </ul>
  )
}

const ReturnTo = ({ path }: { path: string | undefined }) =>
  path ? <input type="hidden" name="return_to" value={path} /> : null

const OrderUpdate = ({ orderToken, version }: { orderToken: string; version: number }) => (
  <span
    hidden
    data-controller="checkout-news"
    data-checkout-news-version-value={String(version)}
    data-checkout-news-summary-value={paths.checkoutSummary({ order_token: orderToken })}
  />
)
