import { TERMS_AGREEMENT } from '#src/checkout/sentences.ts'
import { paths } from '#src/paths.ts'

/** For delivery states whose law requires it. */
export const TermsBox = () => (
  <label class="checkout-terms">
    <input type="checkbox" name="terms_of_service" value="true" required />
    <span>
      {TERMS_AGREEMENT.sentence}{' '}
      <a href={paths.terms()} target="_blank" rel="noopener">
        {TERMS_AGREEMENT.link}
      </a>
    </span>
  </label>
)
