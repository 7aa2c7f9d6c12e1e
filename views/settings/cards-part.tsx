import { paths } from '#src/paths.ts'
import type { AccountCard } from '#src/payments/card-facts.ts'
import { chosenCardName, keptCardName } from '#src/payments/card-name.ts'
import { Form } from '../shared/form.tsx'
import { AccountPart, type PartProps } from './account-part.tsx'

export const CardsPart = ({ account: { cards }, ...part }: PartProps) => (
  <AccountPart
    {...part}
    id="account_cards"
    title="Cards"
    intro="Saved with our payment provider, to pay for your boxes. We never see your card numbers."
  >
    {cards.length === 0 ? (
      <p class="account-part__fact">No saved cards yet.</p>
    ) : (
      <ul class="places">
        {cards.map((card) => (
          <CardLine {...card} />
        ))}
      </ul>
    )}
    <p>
      {/* A full page load, because the provider's script loads with the page. */}
      <a class="button button--quiet" href={paths.newCard()} data-turbo="false">
        Add a card
      </a>
    </p>
  </AccountPart>
)

const CardLine = (card: AccountCard) => {
  const { id, expires, isExpired, isDefault, paysRecurring } = card
  const name = chosenCardName(card)
  return (
    <li class="place-line place-line--tall" id={`card_${id}`}>
      <div>
        <p class="place-line__device">
          {keptCardName(card)}
          {isDefault && <span class="account-part__mark">default</span>}
          {paysRecurring && <span class="account-part__mark">pays for your recurring box</span>}
        </p>
        {expires && (
          <p class="place-line__times">{isExpired ? `Expired ${expires}` : `Expires ${expires}`}</p>
        )}
      </div>
      <div class="place-line__doings">
        {!isDefault && (
          <Form action={paths.makeCardDefault(id)} method="post">
            <button type="submit" class="link-button">
              Make default<span class="visually-hidden">: {name}</span>
            </button>
          </Form>
        )}
        <Form action={paths.removeCard(id)} method="post">
          <button type="submit" class="link-button">
            Remove<span class="visually-hidden"> {name}</span>
          </button>
        </Form>
      </div>
    </li>
  )
}
