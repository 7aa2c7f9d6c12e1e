import type { User } from '#db/schema/index.ts'
import { SHOP_ZONE } from '#src/delivery/zones.ts'
import { paths } from '#src/paths.ts'
import type { PeopleFacts, PersonRow } from '#src/staff/people.ts'
import { Field } from '../shared/field.tsx'
import { Form } from '../shared/form.tsx'
import { formatShortMoment } from '../shared/local-time.ts'
import { typedText } from '../shared/refused-form.ts'

export type RefusedInvitation = { typed: Record<string, unknown>; message: string }

type PeoplePageProps = {
  facts: PeopleFacts
  user: Pick<User, 'id'>
  refused: RefusedInvitation | undefined
}

export const PeoplePage = ({ facts, user, refused }: PeoplePageProps) => (
  <>
    <header class="desk__head">
      <h1 class="desk__title">People</h1>
      <p class="desk__intro">Who works in the back office, and at which center or farm.</p>
    </header>
    <section class="sheet" tabindex={0} aria-label="People">
      <table class="sheet__table sheet__table--cards">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Email</th>
            <th scope="col">Works as</th>
            <th scope="col">Second step</th>
          </tr>
        </thead>
        <tbody>
          {facts.people.map((person) => (
            <Row person={person} isOwn={person.user.id === user.id} />
          ))}
        </tbody>
      </table>
    </section>
    <h2 class="desk__section" id="invite">
      Invite someone
    </h2>
    <InviteForm facts={facts} refused={refused} />
    {facts.invitations.length > 0 && <Invitations invitations={facts.invitations} />}
    <h2 class="desk__section">Second step at sign-in</h2>
    <p class="desk__intro">
      A code from an authenticator app, after the usual sign-in. If a role requires it, its pages stay closed
      until it’s set up.
    </p>
    <ul class="role-rules">
      {facts.requirements.map(({ role, isRequired }) => (
        <li class="role-rule">
          <span>
            <b>{ROLE_TITLES[role]}</b>: {isRequired ? 'required' : 'optional'}
          </span>
          <Form action={paths.requireFactor()} method="post">
            <input type="hidden" name="role" value={role} />
            {!isRequired && <input type="hidden" name="required" value="1" />}
            <button type="submit" class="button button--quiet button--small">
              {isRequired ? 'Make it optional' : 'Require it'}
              <span class="visually-hidden"> for {ROLE_TITLES[role]}</span>
            </button>
          </Form>
        </li>
      ))}
    </ul>
  </>
)

const ROLE_TITLES = { staff: 'Staff', fulfillment: 'Fulfillment', vendor: 'Farms' }

const Row = ({ person: { user, name, roles, hasFactor }, isOwn }: { person: PersonRow; isOwn: boolean }) => (
  <tr>
    <th scope="row">
      <a href={paths.staffPerson(user.token)}>{name}</a>
      {isOwn && ' (you)'}
    </th>
    <td class="sheet__reason">{user.email}</td>
    <td data-label="Works as">{roles.map(({ words }) => words).join(', ')}</td>
    <td data-label="Second step">{hasFactor ? 'on' : 'off'}</td>
  </tr>
)

const InviteForm = ({ facts: { places }, refused }: Pick<PeoplePageProps, 'facts' | 'refused'>) => {
  const work = typedText(refused?.typed ?? null, 'work')
  return (
    <Form action={paths.staffPeople()} method="post" class="invite-form">
      <Field
        id="invite_email"
        name="email"
        type="email"
        label="Email"
        value={typedText(refused?.typed ?? null, 'email') ?? ''}
        maxlength={254}
        autocomplete="off"
        required
        {...(refused ? { error: refused.message, autofocus: true } : {})}
      />
      <div class="field">
        <label class="field__label" for="invite_work">
          Works as
        </label>
        <select class="field__input" id="invite_work" name="work" required>
          <option value="">Choose</option>
          <option value="staff" selected={work === 'staff'}>
            Staff
          </option>
          <PlaceOptions label="Fulfillment of" work="fulfillment" places={places.fulfillment} chosen={work} />
          <PlaceOptions label="Farm" work="vendor" places={places.vendor} chosen={work} />
        </select>
      </div>
      <button type="submit" class="button">
        Send an invitation
      </button>
    </Form>
  )
}

type PlaceOptionsProps = {
  label: string
  work: string
  places: { slug: string; name: string }[]
  chosen: string | undefined
}

const PlaceOptions = ({ label, work, places, chosen }: PlaceOptionsProps) => (
  <optgroup label={label}>
    {places.map(({ slug, name }) => (
      <option value={`${work}:${slug}`} selected={chosen === `${work}:${slug}`}>
        {name}
      </option>
    ))}
  </optgroup>
)

const Invitations = ({ invitations }: Pick<PeopleFacts, 'invitations'>) => (
  <>
    <h2 class="desk__section">Waiting for an answer</h2>
    <ul class="role-rules">
      {invitations.map(({ token, email, words, inviter, expiresAt }) => (
        <li class="role-rule">
          <span>
            <b>{email}</b> as {words}
            {inviter && `, invited by ${inviter}`}, until {formatShortMoment(expiresAt, SHOP_ZONE)}
          </span>
          <Form action={paths.withdrawInvitation(token)} method="post">
            <button type="submit" class="button button--quiet button--small">
              Withdraw<span class="visually-hidden"> the invitation of {email}</span>
            </button>
          </Form>
        </li>
      ))}
    </ul>
  </>
)
