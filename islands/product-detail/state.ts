import type { VarietyFacts, WeightFacts, WeightStock } from './props.ts'
import { stockWords } from './stock-words.ts'

export type State = {
  variety: VarietyFacts
  /** Token of the weight that is chosen; null where nothing is sold at all. */
  weight: string | null
  /** The variety that is on its way. */
  awaited: string | null
  /** What happened, for readers who cannot see it; empty before anything has. */
  told: string
}

export type Event =
  | { type: 'weight_chosen'; token: string }
  | { type: 'variety_awaited'; slug: string }
  | { type: 'variety_came'; variety: VarietyFacts }
  | { type: 'stock_changed'; slug: string; weights: WeightStock[] }

export const openingState = (variety: VarietyFacts): State => ({
  variety,
  weight: leadWeight(variety.weights)?.token ?? null,
  awaited: null,
  told: '',
})

export function reduce(state: State, event: Event): State {
  switch (event.type) {
    case 'weight_chosen':
      return { ...state, weight: event.token }
    case 'variety_awaited':
      return { ...state, awaited: event.slug === state.variety.slug ? null : event.slug }
    case 'variety_came':
      return event.variety.slug === state.awaited ? turnTo(event.variety, state) : state
    case 'stock_changed':
      return event.slug === state.variety.slug ? restock(state, event.weights) : state
  }
}

/** The weight stays what it was where the other farm has it, too. */
function turnTo(variety: VarietyFacts, { variety: before, weight }: State): State {
  const label = before.weights.find(({ token }) => token === weight)?.label
  return {
    variety,
    weight: leadWeight(variety.weights, label)?.token ?? null,
    awaited: null,
    told: `Now showing ${variety.name} from ${variety.origin}.`,
  }
}

/** The weight stays chosen, sold out or not: nobody's choice is changed for them. Readers hear of that weight only. */
function restock(state: State, news: WeightStock[]): State {
  const weights = state.variety.weights.map((weight) => ({
    ...weight,
    ...news.find(({ token }) => token === weight.token),
  }))
  const [before, now] = [state.variety.weights, weights].map((all) =>
    all.find(({ token }) => token === state.weight),
  )
  const words = now && stockWords(now)
  const isNew = before !== undefined && words !== stockWords(before)
  const told = isNew ? `${now?.label}: ${words || 'in stock'}.` : state.told
  return { ...state, told, variety: { ...state.variety, weights } }
}

/** The one that stands chosen at first: the wanted one or the first that can be had, else the first. */
function leadWeight(weights: WeightFacts[], label?: string): WeightFacts | undefined {
  const had = weights.filter(({ stock }) => stock.kind !== 'sold_out')
  return had.find((weight) => weight.label === label) ?? had[0] ?? weights[0]
}
