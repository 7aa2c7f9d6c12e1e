/** @jsxImportSource react */
import { TERMS_AGREEMENT } from '#src/checkout/sentences.ts'

type TermsProps = {
  required: boolean
  accepted: boolean
  accept: (accepted: boolean) => void
  url: string | null
}

/** For delivery states whose law requires it. */
export function Terms({ required, accepted, accept, url }: TermsProps) {
  if (!required) return null
  return (
    <label className="checkout-terms">
      <input
        type="checkbox"
        name="terms_of_service"
        value="true"
        checked={accepted}
        required
        onChange={(event) => accept(event.currentTarget.checked)}
      />
      <span>
        {TERMS_AGREEMENT.sentence}{' '}
        {url ? (
          <a href={url} target="_blank" rel="noopener">
            {TERMS_AGREEMENT.link}
          </a>
        ) : (
          TERMS_AGREEMENT.link
        )}
      </span>
    </label>
  )
}
