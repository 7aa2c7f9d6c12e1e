import { paths } from '#src/paths.ts'

/** For delivery states whose law requires it. */
export const TermsBox = () => (
  <label class="checkout-terms">
    <input type="checkbox" name="terms_of_service" value="true" required />
    <span>
      I agree to the{' '}
      <a href={paths.terms()} target="_blank" rel="noopener">
        terms of service
      </a>
    </span>
  </label>
)
