import { type CardEvents, cardEvents } from './cards.ts'
import { isMeasured } from './choice.ts'
import { dataLayerEvents } from './data-layer.ts'
import { loadOthers } from './others.ts'
import { describeClick, pageKind } from './page-facts.ts'
import { beginVisit, track } from './report.ts'
import { scrollDepth } from './scroll-depth.ts'

const NAMED = new Set([
  'modal_shown',
  'modal_closed',
  'modal_submit',
  'payment-error',
  'viewed-address-modified-modal',
  'product-filter-sort-changed',
  'add-to-wait-list',
  'add-to-wait-list-failure',
])

/** The page's own data layer fills for everyone; an opt-out ends the rest at once. */
export function begin() {
  const [cards, depth] = [cardEvents(), scrollDepth()]
  if (isMeasured() && pageKind() === 'shop') {
    beginVisit()
    loadOthers()
    cards.look()
  }
  return {
    handle(event: Event) {
      dataLayerEvents(event)
      if (!isMeasured()) return
      if (NAMED.has(event.type)) track(event.type, detailOf(event))
      // On payment pages, only errors and questions that we showed are counted.
      else if (pageKind() === 'shop') follow(event, cards, depth)
    },
  }
}

function follow(event: Event, cards: CardEvents, depth: ReturnType<typeof scrollDepth>) {
  if (event.type === 'scroll') return depth.measure()
  if (event.type === 'turbo:load') depth.restart()
  if (event.type === 'turbo:load' || event.type === 'turbo:frame-render') return cards.look()
  if (event.type === 'submit') return cards.submitted(event)
  if (event.type === 'turbo:submit-end' || event.type === 'cart-added') return cards.answered(event)
  if (event.type !== 'click') return
  const click = describeClick(event)
  if (click) track('click', click)
  cards.clicked(event)
}

type Detail = { name?: string; message?: string; url?: string; url_handle?: string; chosen?: Chosen[] }
type Chosen = { name: string; value: unknown }

function detailOf(event: Event) {
  const { chosen, ...detail }: Detail = event instanceof CustomEvent ? (event.detail ?? {}) : {}
  const text = chosen?.map(({ name, value }) => `${name}=${String(value)}`).join(' ')
  return text === undefined ? detail : { ...detail, text }
}
