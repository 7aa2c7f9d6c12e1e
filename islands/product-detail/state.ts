import type { VarietyFacts, WeightFacts, WeightStock } from './props.ts'
import { stockText } from './stock-text.ts'

export type State = {
  variety: VarietyFacts
  weight: string | null
  pending: string | null
  announcement: string
}

export type Event =
  | { type: 'weight_chosen'; token: string }
  | { type: 'variety_requested'; slug: string }
  | { type: 'variety_loaded'; variety: VarietyFacts }
  | { type: 'stock_changed'; slug: string; weights: WeightStock[] }

export const initialState = (variety: VarietyFacts): State => ({
  variety,
  weight: leadWeight(variety.weights)?.token ?? null,
  pending: null,
  announcement: '',
})

export function reduce(state: State, event: Event): State {
  switch (event.type) {
    case 'weight_chosen':
      return { ...state, weight: event.token }
    case 'variety_requested':
      return { ...state, pending: event.slug === state.variety.slug ? null : event.slug }
    case 'variety_loaded':
      return event.variety.slug === state.pending ? switchTo(event.variety, state) : state
    case 'stock_changed':
      return event.slug === state.variety.slug ? restock(state, event.weights) : state
  }
}

function switchTo(variety: VarietyFacts, { variety: before, weight }: State): State {
  const label = before.weights.find(({ token }) => token === weight)?.label
  return {
    variety,
    weight: leadWeight(variety.weights, label)?.token ?? null,
    pending: null,
    announcement: `Now showing ${variety.name} from ${variety.origin}.`,
  }
}

/** The weight stays chosen even when it sells out. Screen readers hear about that weight only. */
function restock(state: State, update: WeightStock[]): State {
  const weights = state.variety.weights.map((weight) => ({
    ...weight,
    ...update.find(({ token }) => token === weight.token),
  }))
  const [before, now] = [state.variety.weights, weights].map((all) =>
    all.find(({ token }) => token === state.weight),
  )
  const text = now && stockText(now)
  const isNew = before !== undefined && text !== stockText(before)
  const announcement = isNew ? `${now?.label}: ${text || 'in stock'}.` : state.announcement
  return { ...state, announcement, variety: { ...state.variety, weights } }
}

/** The weight in stock with this label, or else the first in stock, or else the first. */
function leadWeight(weights: WeightFacts[], label?: string): WeightFacts | undefined {
  const inStock = weights.filter(({ stock }) => stock.kind !== 'sold_out')
  return inStock.find((weight) => weight.label === label) ?? inStock[0] ?? weights[0]
}
