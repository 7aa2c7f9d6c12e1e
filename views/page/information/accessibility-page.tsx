import { usePage } from '../../shared/page-facts.ts'
import { Phone } from '../../shared/phone.tsx'
import { InformationPage } from './information-page.tsx'

export function AccessibilityPage() {
  const { store } = usePage()
  return (
    <InformationPage
      title="Accessibility"
      intro="Everyone should be able to buy dinner here, whatever they see, hear or use to type."
    >
      <p>
        We build our pages to meet the Web Content Accessibility Guidelines (WCAG) 2.2 at level AA. They work
        with a keyboard alone, with screen readers, with text at twice its size, with less motion, and mostly
        even without scripts. We check this automatically with each change to the shop.
      </p>
      <h2>Tell us what doesn't work</h2>
      <p>
        Email <a href={`mailto:${store.email}`}>{store.email}</a> or call <Phone number={store.phone} />. Tell
        us which page it was and what you use to read it. We'll help you with your order right away and mend
        the page.
      </p>
    </InformationPage>
  )
}
