import { sectionOf } from './page-facts.ts'
import { pageContext, reportOffer, track } from './report.ts'

const CARD = '.product-card'
const TOKEN = /\/(?:cart\/items|join_wait_list)\/(\w+)/
/** The server takes 60 events a minute from a visitor: views must leave room for adds. */
const VIEWS_PER_MINUTE = 30
const MINUTE_MS = 60_000

export type CardEvents = ReturnType<typeof cardEvents>

/** Cards seen and clicked, and what was added from them or from a product's page. */
export function cardEvents() {
  const observer = new IntersectionObserver(seen, { threshold: 0.5 })
  const counted = new WeakSet<Element>()
  const adds = new Map<string, { name: string; facts: Facts }>()
  let views = { since: 0, count: 0 }

  function seen(entries: IntersectionObserverEntry[]) {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue
      observer.unobserve(target)
      counted.add(target)
      if (hasRoom()) track('product_card_viewed', factsOf(target))
    }
  }

  function hasRoom() {
    const now = performance.now()
    if (now - views.since > MINUTE_MS) views = { since: now, count: 0 }
    views.count += 1
    return views.count <= VIEWS_PER_MINUTE
  }

  return {
    /** Watches new cards on the page. Each counts once. */
    look() {
      observer.disconnect() // from the cards of the page before
      for (const card of document.querySelectorAll(CARD)) if (!counted.has(card)) observer.observe(card)
    },
    clicked({ target }: Event) {
      const link = target instanceof Element ? target.closest(`${CARD}__link`) : null
      const card = link?.closest(CARD)
      if (card) report('product_card_clicked', factsOf(card))
    },
    /** Only what adds: a change of what is in the box names its method. */
    submitted({ target }: Event) {
      if (!(target instanceof HTMLFormElement) || target.elements.namedItem('_method')) return
      const name = nameOfAdd(target)
      if (name && TOKEN.test(target.action)) adds.set(target.action, { name, facts: factsOf(target) })
    },
    /** The shop has added it. */
    answered(event: Event) {
      const { success = true, url } = (event as CustomEvent<{ success?: boolean; url?: string }>).detail
      const action = url ?? (event.target instanceof HTMLFormElement ? event.target.action : '')
      const add = adds.get(action)
      if (!add) return
      adds.delete(action)
      if (success) report(add.name, add.facts)
    },
  }
}

const nameOfAdd = (form: HTMLFormElement) =>
  form.matches('.quick-add')
    ? 'product_card_quick_add_to_cart'
    : form.matches('.offer-form')
      ? 'pdp_add_to_cart'
      : null

type Facts = ReturnType<typeof factsOf>

function report(name: string, facts: Facts) {
  track(name, facts)
  if (facts.bid_item_token) reportOffer(name, facts.bid_item_token)
}

function factsOf(element: Element) {
  const within = element.closest(CARD) ?? element
  return {
    bid_item_token: tokenOf(within),
    name: nameOf(within),
    page_section: sectionOf(element),
    context: pageContext(),
  }
}

function tokenOf(within: Element): string {
  const form = within.matches('form')
    ? within
    : within.querySelector('form[action], a[href*="/join_wait_list/"]')
  return TOKEN.exec(form?.getAttribute('action') ?? form?.getAttribute('href') ?? '')?.[1] ?? ''
}

const nameOf = (within: Element) =>
  (within.querySelector('.product-card__name') ?? document.querySelector('h1'))?.textContent?.trim() ?? ''
