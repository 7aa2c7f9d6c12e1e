import { Icon } from '../shared/icon.tsx'
import { usePage } from '../shared/page-facts.ts'
import { PostalCodeForm } from '../shared/postal-code-form.tsx'

export function DeliveryPlace() {
  const { postalCode, earliest, earliestTerms, flash } = usePage()
  const refused =
    flash?.at?.field === 'postal_code' ? { typed: flash.at.typed, error: flash.message } : undefined
  return (
    <details class="place" open={refused !== undefined}>
      <summary class="place__summary">
        <Icon name="place" />
        {postalCode ? (
          <span class="place__words">
            <span>
              <span class="place__verb">Delivering to </span>
              <b>{postalCode}</b>
            </span>
            {earliest && (
              <span class="place__earliest">
                as early as <b>{earliest}</b>
                {earliestTerms.surcharge}
                {/* The header has no room for it; the pages below it show it. */}
                <span class="visually-hidden">{earliestTerms.standardDay}</span>
              </span>
            )}
          </span>
        ) : (
          <span class="place__words">
            <b>
              Enter<span class="place__verb"> your</span> ZIP
            </b>
            <span class="place__earliest">to see delivery days</span>
          </span>
        )}
      </summary>
      <div class="place__panel">
        <PostalCodeForm id="header_postal_code" refused={refused} />
      </div>
    </details>
  )
}
