import type { Child } from 'hono/jsx'
import { paths } from '#src/paths.ts'
import type { AccountFacts } from '#src/settings/facts.ts'
import { Form } from '../shared/form.tsx'
import type { PartName, PartProblem, PartProps } from './account-part.tsx'
import { AddressesPart } from './addresses-part.tsx'
import { CardsPart } from './cards-part.tsx'
import { DataPart } from './data-part.tsx'
import { EmailPart } from './email-part.tsx'
import { FollowsPart } from './follows-part.tsx'
import { LinkedPart } from './linked-part.tsx'
import { PasswordPart } from './password-part.tsx'
import { PreferencesPart } from './preferences-part.tsx'
import { ProfilePart } from './profile-part.tsx'
import { SessionsPart } from './sessions-part.tsx'
import { TextsPart } from './texts-part.tsx'

type Part = { id: PartName; title: string; Part: (props: PartProps) => Child }

export const ACCOUNT_PARTS: Part[] = [
  { id: 'account_profile', title: 'Name and phone', Part: ProfilePart },
  { id: 'account_email', title: 'Email', Part: EmailPart },
  { id: 'account_password', title: 'Password', Part: PasswordPart },
  { id: 'account_addresses', title: 'Addresses', Part: AddressesPart },
  { id: 'account_cards', title: 'Cards', Part: CardsPart },
  { id: 'account_preferences', title: 'Email and texts', Part: PreferencesPart },
  { id: 'account_follows', title: 'Farms you follow', Part: FollowsPart },
  { id: 'account_texts', title: 'Delivery texts', Part: TextsPart },
  { id: 'account_sessions', title: "Where you're signed in", Part: SessionsPart },
  { id: 'account_linked', title: 'Other ways to sign in', Part: LinkedPart },
  { id: 'account_data', title: 'Your data', Part: DataPart },
]

type AccountPageProps = { account: AccountFacts; problem?: PartProblem }

export const AccountPage = ({ account, problem }: AccountPageProps) => (
  <div class="account">
    <header class="account__head">
      <div>
        <h1 class="account__title" id="account_title">
          {greeting(account)}
        </h1>
        <p class="account__email">{account.email}</p>
      </div>
      <Form action={paths.signOut()} method="post" data-turbo="false">
        <button type="submit" class="button button--quiet button--small">
          Sign out
        </button>
      </Form>
    </header>
    <AccountNav desks={account.desks} />
    <div class="account__parts">
      {ACCOUNT_PARTS.map(({ id, Part }) => (
        <Part account={account} problem={problem?.part === id ? problem : undefined} />
      ))}
    </div>
  </div>
)

export const greeting = ({ firstName }: Pick<AccountFacts, 'firstName'>) =>
  firstName ? `Hello, ${firstName}` : 'Your account'

const AccountNav = ({ desks }: Pick<AccountFacts, 'desks'>) => (
  <nav class="account-nav" aria-label="Your account">
    <ul class="account-nav__list">
      <li>
        <a class="account-nav__link" href={paths.orders()}>
          Your orders
        </a>
      </li>
      <li>
        <a class="account-nav__link" href={paths.memberships()}>
          Your membership
        </a>
      </li>
      <li>
        <a class="account-nav__link" href={paths.agreements()}>
          What I agreed to
        </a>
      </li>
      <li>
        <a class="account-nav__link" href={paths.passport()}>
          Your passport
        </a>
      </li>
      <li>
        <a class="account-nav__link" href={paths.rewards()}>
          Your rewards
        </a>
      </li>
      <li>
        <a class="account-nav__link" href={paths.refer()}>
          Refer a friend
        </a>
      </li>
      {desks.fulfillment && (
        <li>
          <a class="account-nav__link" href={paths.fulfillment()}>
            Packing
          </a>
        </li>
      )}
      {desks.farm && (
        <li>
          <a class="account-nav__link" href={paths.vendor()}>
            Your farm
          </a>
        </li>
      )}
      {desks.staff && (
        <li>
          <a class="account-nav__link" href={paths.staff()}>
            Back office
          </a>
        </li>
      )}
      {ACCOUNT_PARTS.map(({ id, title }) => (
        <li>
          <a class="account-nav__link" href={`#${id}`}>
            {title}
          </a>
        </li>
      ))}
    </ul>
  </nav>
)
