const MAX_TEXT = 100

/** A payment page is entered by a full load, and so marked for Turbo. */
export const pageKind = (): 'shop' | 'payment' =>
  document.body.classList.contains('shop-page') && !document.querySelector('meta[name="turbo-visit-control"]')
    ? 'shop'
    : 'payment'

/** Pages that aren't indexed are about a person: their texts aren't recorded. */
const isPersonal = () => document.querySelector('meta[name="robots"][content="noindex"]') !== null

/** As ahoy.js describes a click. Null for a click on nothing interactive. */
export function describeClick({ target }: Event) {
  const clicked =
    target instanceof Element ? target.closest('a, button, summary, input[type="submit"]') : null
  if (!clicked || clicked.closest('[data-ahoy-skip]')) return null
  const text = (clicked.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, MAX_TEXT)
  return withoutEmpty({
    tag: clicked.tagName.toLowerCase(),
    id: clicked.id,
    class: clicked.className,
    page: location.pathname,
    section: sectionOf(clicked),
    text: isPersonal() ? '' : text,
    href: clicked instanceof HTMLAnchorElement ? clicked.href : '',
  })
}

/** Named by the page, else by the heading that the section is labeled with, else by its landmark. */
export function sectionOf(element: Element): string {
  const named = element.closest<HTMLElement>('[data-section]')?.dataset.section
  const labeled = element.closest('section[aria-labelledby], nav[aria-label], aside[aria-label]')
  return (
    named ??
    labeled?.getAttribute('aria-label') ??
    labeled?.getAttribute('aria-labelledby') ??
    element.closest('header, footer, dialog, main')?.tagName.toLowerCase() ??
    ''
  )
}

const withoutEmpty = (facts: Record<string, string>) =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => typeof value === 'string' && value !== ''))
