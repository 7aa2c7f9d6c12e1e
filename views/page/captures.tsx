import { paths } from '#src/paths.ts'
import { type PageFacts, usePage } from '../shared/page-facts.ts'

/** The attributes of what holds back the first add to the box, until it is known where that goes. */
export const postalCodeCapture = () => ({
  'data-controller': 'postal-code-capture',
  'data-postal-code-capture-url-value': paths.modal('capture_postal_code'),
  'data-action':
    'ask:answered@window->postal-code-capture#resume modal_closed@window->postal-code-capture#discard',
})

/** On a page: where the shop asks for it by itself, and only of whom it does not know it. */
export const asksPostalCode = ({ captures, postalCode }: PageFacts) =>
  captures.postalCode && postalCode === null ? postalCodeCapture() : {}

/** Where the shop asks for an email by itself, and only those whose address it has not got. */
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
