import { paths } from '#src/paths.ts'
import { NO_PLACE, placeLine } from '#src/postal/place.ts'
import type { AddressFacts } from '#src/settings/facts.ts'
import { Form } from '../shared/form.tsx'
import { Icon } from '../shared/icon.tsx'
import { AccountPart, type PartProblem, type PartProps } from './account-part.tsx'
import { AddressForm } from './address-form.tsx'

export const AddressesPart = ({ account: { addresses, firstName, lastName, phone }, ...part }: PartProps) => (
  <AccountPart
    {...part}
    id="account_addresses"
    title="Addresses"
    intro="Choose from these at checkout. We save each address you ship to, and fill in your default for you."
  >
    {addresses.length === 0 ? (
      <p class="account-part__fact">No saved addresses yet.</p>
    ) : (
      <ul class="places">
        {addresses.map((address) => (
          <AddressLine {...address} problem={problemOf(part.problem, address.token)} />
        ))}
      </ul>
    )}
    <details class="account-fold" open={problemOf(part.problem, '') !== undefined}>
      <summary class="account-fold__summary">
        Add an address
        <Icon name="down" />
      </summary>
      <AddressForm
        id="address_new"
        action={paths.savedAddresses()}
        method="post"
        fields={{ ...NO_PLACE, name: [firstName, lastName].filter(Boolean).join(' '), phone }}
        problem={problemOf(part.problem, '')}
      />
    </details>
  </AccountPart>
)

const problemOf = (problem: PartProblem | undefined, token: string) =>
  problem?.typed?.address === token ? problem : undefined

type LineProps = AddressFacts & { problem: PartProblem | undefined }

const AddressLine = ({ token, isDefault, fields, problem }: LineProps) => (
  <li class="place-line place-line--tall" id={`address_${token}`}>
    <div>
      <p class="place-line__device">
        {fields.name}
        {isDefault && <span class="account-part__mark">default</span>}
      </p>
      <p class="place-line__times">{placeLine(fields)}</p>
      <p class="place-line__times">{fields.phone}</p>
    </div>
    <div class="place-line__doings">
      {!isDefault && (
        <Form action={paths.savedAddressDefault(token)} method="post">
          <button type="submit" class="link-button">
            Make default<span class="visually-hidden">: {fields.street1}</span>
          </button>
        </Form>
      )}
      <Form action={paths.savedAddress(token)} method="delete">
        <button type="submit" class="link-button">
          Remove<span class="visually-hidden"> {fields.street1}</span>
        </button>
      </Form>
    </div>
    <details class="account-fold place-line__fold" open={problem !== undefined}>
      <summary class="account-fold__summary">
        Edit<span class="visually-hidden"> {fields.street1}</span>
        <Icon name="down" />
      </summary>
      <AddressForm
        id={`address_${token}`}
        action={paths.savedAddress(token)}
        method="put"
        fields={fields}
        problem={problem}
      />
    </details>
  </li>
)
