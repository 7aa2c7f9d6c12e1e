import { paths } from '#src/paths.ts'
import { type PageFacts, usePage } from '../shared/page-facts.ts'

/** Attributes for the element whose first add to the box waits for a ZIP. */
export const postalCodeCapture = () => ({
  'data-controller': 'postal-code-capture',
  'data-postal-code-capture-url-value': paths.modal('capture_postal_code'),
  'data-action':
    'ask:answered@window->postal-code-capture#resume modal_closed@window->postal-code-capture#discard',
})

/** Only where the shop is set to ask, and the ZIP is not known yet. */
export const asksPostalCode = ({ captures, postalCode }: PageFacts) =>
  captures.postalCode && postalCode === null ? postalCodeCapture() : {}

/** Only where the shop is set to ask, and not for signed-in shoppers, whose address it has. */
export function EmailCapture() {
  const { captures, signedIn } = usePage()
  if (captures.emailSeconds === null || signedIn) return null
  return <EmailCaptureAfter seconds={captures.emailSeconds} />
}

export const EmailCaptureAfter = ({ seconds }: { seconds: number }) => (
  <div
    hidden
    data-controller="email-capture"
    data-email-capture-url-value={paths.modal('capture_email')}
    data-email-capture-seconds-value={String(seconds)}
    data-action="mouseleave@document->email-capture#askOnExit ask:answered@window->email-capture#capture"
  />
)
