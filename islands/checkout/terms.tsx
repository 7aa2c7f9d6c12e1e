/** @jsxImportSource react */

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
        I agree to the{' '}
        {url ? (
          <a href={url} target="_blank" rel="noopener">
            terms of service
          </a>
        ) : (
          'terms of service'
        )}
      </span>
    </label>
  )
}
