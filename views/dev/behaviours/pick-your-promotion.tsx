import { GiftChoices } from '../../rewards/gift-choice.tsx'
import type { ExampleFacts } from './index.ts'

const GIFTS = 3

export const PickYourPromotionExamples = ({ cards }: ExampleFacts) => (
  <form
    method="get"
    class="reward-form wallet__part"
    data-controller="pick-your-promotion"
    data-pick-your-promotion-plain-value="Take a gift"
    data-action="change->pick-your-promotion#pick turbo:morph-element->pick-your-promotion#updateLabel"
  >
    <GiftChoices
      id="example"
      gifts={cards.slice(0, GIFTS).map(({ name, farm, picture, offer }, index) => ({
        token: offer.token,
        name,
        farm,
        picture,
        label: offer.label,
        isAvailable: index < GIFTS - 1,
        isChosen: false,
      }))}
    />
    <button type="submit" class="button" data-pick-your-promotion-target="take">
      Take a gift
    </button>
  </form>
)
