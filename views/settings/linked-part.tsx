import { paths } from '#src/paths.ts'
import { Form } from '../shared/form.tsx'
import { usePage } from '../shared/page-facts.ts'
import { SocialLinks } from '../sign-in/social-links.tsx'
import { AccountPart, type PartProps } from './account-part.tsx'

export const LinkedPart = ({ account: { linked }, ...part }: PartProps) => (
  <AccountPart
    {...part}
    id="account_linked"
    title="Other ways to sign in"
    intro="You can always sign in with an emailed link, so all of these are optional."
  >
    {linked.length === 0 ? (
      <p class="account-part__fact">Nothing connected yet.</p>
    ) : (
      <ul class="places">
        {linked.map(({ token, name }) => (
          <li class="place-line">
            <p class="place-line__device">{name}</p>
            <Form action={paths.linkedSignIn(token)} method="delete">
              <button type="submit" class="button button--quiet button--small">
                Remove<span class="visually-hidden"> {name}</span>
              </button>
            </Form>
          </li>
        ))}
      </ul>
    )}
    <Connectable linked={linked.map(({ name }) => name)} />
  </AccountPart>
)

const Connectable = ({ linked }: { linked: string[] }) => {
  const providers = usePage().signInProviders.filter(({ label }) => !linked.includes(label))
  return providers.length > 0 ? (
    <SocialLinks providers={providers} nextPath={paths.account()} verb="Connect" />
  ) : null
}
