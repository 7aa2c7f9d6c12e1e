import type { Child } from 'hono/jsx'
import type { MembershipFacts } from '#src/membership/facts.ts'
import { paths } from '#src/paths.ts'
import { keptCardName } from '#src/payments/card-name.ts'
import { Form } from '../shared/form.tsx'
import { Frequency } from './frequency.tsx'
import { boxInPlace, cardsId } from './place-of.ts'

export const MembershipSettings = ({ children, ...facts }: MembershipFacts & { children?: Child }) => (
  <div class="membership__parts" {...boxInPlace(facts.membership)}>
    <Frequency {...facts} />
    <WhenGone {...facts} />
    <CardChoice {...facts} />
    {children}
  </div>
)

const CHOICES = {
  swap: ['Swap it', 'Same cut, another farm, same price or less.'],
  drop: ['Leave it out', "The total goes down by what's missing."],
  skip: ['Skip the box', 'Nothing ships that time. Your next box keeps its day.'],
} as const

const WhenGone = ({ membership }: MembershipFacts) => (
  <Form
    action={paths.membershipPreferences(membership.token)}
    method="post"
    class="membership__card"
    id={`gone_${membership.token}`}
  >
    <h3>If something's gone</h3>
    <p>We check when your card is charged. You never pay more than the reminder said.</p>
    {(['swap', 'drop', 'skip'] as const).map((choice) => (
      <label class="membership__option membership__option--stacked">
        <input type="radio" name="when_gone" value={choice} checked={choice === membership.whenGone} />{' '}
        <b>{CHOICES[choice][0]}</b> <span>{CHOICES[choice][1]}</span>
      </label>
    ))}
    <button type="submit" class="button button--quiet button--small" id={`save_gone_${membership.token}`}>
      Save this choice
    </button>
  </Form>
)

/** While the card of the next box fails, the newest other one is checked. */
const checkedCard = ({ card, cards, next }: MembershipFacts): number | undefined => {
  const others = cards.filter(({ id }) => id !== card?.id)
  const newest = Math.max(...others.map(({ keptAt }) => keptAt))
  return (next?.trouble && others.find(({ keptAt }) => keptAt === newest)?.id) || card?.id
}

const CardChoice = (facts: MembershipFacts) => (
  <Form
    action={paths.membershipCard(facts.membership.token)}
    method="post"
    class="membership__card"
    id={cardsId(facts.membership)}
  >
    <h3>Card</h3>
    {facts.cards.map((each) => (
      <label class="membership__option">
        <input type="radio" name="card_id" value={String(each.id)} checked={each.id === checkedCard(facts)} />{' '}
        <b>{keptCardName(each)}</b>
      </label>
    ))}
    <p>
      <a href={paths.newCard({ return_to: paths.memberships() })} data-turbo="false">
        Add a card
      </a>
    </p>
    {facts.cards.some(({ id }) => id !== facts.card?.id) && (
      <button
        type="submit"
        class="button button--quiet button--small"
        id={`charge_${facts.membership.token}`}
      >
        Charge this card
      </button>
    )}
  </Form>
)
