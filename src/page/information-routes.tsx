import { Hono } from 'hono'
import { AboutPage } from '#views/page/information/about-page.tsx'
import { AccessibilityPage } from '#views/page/information/accessibility-page.tsx'
import { ContactPage } from '#views/page/information/contact-page.tsx'
import { FaqPage } from '#views/page/information/faq-page.tsx'
import { HowItWorksPage } from '#views/page/information/how-it-works-page.tsx'
import { ShippingPage } from '#views/page/information/shipping-page.tsx'
import { allShippingRates } from '../delivery/shipping-rates.ts'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { renderPage } from '../web/page.tsx'

export const informationRoutes = new Hono<AppEnv>()

informationRoutes.get(paths.about.pattern, (c) =>
  renderPage(c, <AboutPage />, {
    title: 'About us',
    description: 'Who sells the meat here, where it comes from, and what we promise.',
    canonical: paths.about(),
  }),
)

informationRoutes.get(paths.howItWorks.pattern, (c) =>
  renderPage(c, <HowItWorksPage />, {
    title: 'How it works',
    description: 'Fill a box, pick a delivery day, pay, follow the box and cook: how an order goes.',
    canonical: paths.howItWorks(),
  }),
)

informationRoutes.get(paths.faq.pattern, (c) =>
  renderPage(c, <FaqPage />, {
    title: 'Questions and answers',
    description: 'Ordering, delivery, recurring boxes, thawing, and what we do if something is wrong.',
    canonical: paths.faq(),
  }),
)

informationRoutes.get(paths.shipping.pattern, (c) =>
  renderPage(c, <ShippingPage rates={allShippingRates(c.var.services.db)} />, {
    title: 'Delivery and our guarantee',
    description: 'What delivery costs, how boxes travel frozen, and how we make things right.',
    canonical: paths.shipping(),
  }),
)

informationRoutes.get(paths.contact.pattern, (c) =>
  renderPage(c, <ContactPage address={c.var.services.config.store.address} />, {
    title: 'Contact us',
    description: 'Email, phone and mail: how to reach a person at our shop.',
    canonical: paths.contact(),
  }),
)

informationRoutes.get(paths.accessibility.pattern, (c) =>
  renderPage(c, <AccessibilityPage />, {
    title: 'Accessibility',
    description: 'How our pages work for everyone, and whom to tell when they do not.',
    canonical: paths.accessibility(),
  }),
)
