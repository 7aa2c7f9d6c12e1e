import type { VarietyFacts, WeightFacts } from './props.ts'

export type State = {
  variety: VarietyFacts
  /** Token of the weight that is chosen; null where nothing is sold at all. */
  weight: string | null
  /** The variety that is on its way. */
  awaited: string | null
  /** Whether it was chosen here, so that readers are told of it. */
  turned: boolean
}

export type Event =
  | { type: 'weight_chosen'; token: string }
  | { type: 'variety_awaited'; slug: string }
  | { type: 'variety_came'; variety: VarietyFacts }

export const openingState = (variety: VarietyFacts): State => ({
  variety,
  weight: leadWeight(variety.weights)?.token ?? null,
  awaited: null,
  turned: false,
})

export function reduce(state: State, event: Event): State {
  switch (event.type) {
    case 'weight_chosen':
      return { ...state, weight: event.token }
    case 'variety_awaited':
      return { ...state, awaited: event.slug === state.variety.slug ? null : event.slug }
    case 'variety_came':
      return event.variety.slug === state.awaited ? turnTo(event.variety, state) : state
  }
}

/** The weight stays what it was where the other farm has it, too. */
function turnTo(variety: VarietyFacts, { variety: before, weight }: State): State {
  const label = before.weights.find(({ token }) => token === weight)?.label
  return { variety, weight: leadWeight(variety.weights, label)?.token ?? null, awaited: null, turned: true }
}

/** The one that stands chosen at first: the wanted one or the first that can be had, else the first. */
function leadWeight(weights: WeightFacts[], label?: string): WeightFacts | undefined {
  const had = weights.filter(({ stock }) => stock.kind !== 'sold_out')
  return had.find((weight) => weight.label === label) ?? had[0] ?? weights[0]
}
