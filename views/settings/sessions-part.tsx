import { paths } from '#src/paths.ts'
import type { Place } from '#src/settings/facts.ts'
import { Form } from '../shared/form.tsx'
import { formatMoment } from '../shared/moment.ts'
import { AccountPart, type PartProps } from './account-part.tsx'

const ZONE = 'America/New_York'

export const SessionsPart = ({ account: { places }, ...part }: PartProps) => (
  <AccountPart
    {...part}
    id="account_sessions"
    title="Where you are signed in"
    words="If one of these is not you, sign it out and change your password."
  >
    <ul class="places">
      {places.map((place) => (
        <PlaceLine {...place} />
      ))}
    </ul>
    {places.some(({ isThis }) => !isThis) ? (
      <Form action={paths.accountSessions()} method="delete">
        <button type="submit" class="button button--quiet">
          Sign out everywhere else
        </button>
      </Form>
    ) : (
      <p class="account-part__words">You are signed in nowhere else.</p>
    )}
  </AccountPart>
)

const PlaceLine = ({ token, device, signedInAt, seenAt, isThis }: Place) => (
  <li class="place-line" id={token ? `session_${token}` : undefined}>
    <div>
      <p class="place-line__device">
        {device}
        {isThis && <span class="account-part__mark">this one</span>}
      </p>
      <p class="place-line__times">
        Signed in <Moment at={signedInAt} /> · last used <Moment at={seenAt} />
      </p>
    </div>
    {token && !isThis && (
      <Form action={paths.accountSession(token)} method="delete">
        <button type="submit" class="button button--quiet button--small">
          Sign out<span class="visually-hidden"> {device}</span>
        </button>
      </Form>
    )}
  </li>
)

const Moment = ({ at }: { at: number }) => (
  <time datetime={new Date(at).toISOString()}>{formatMoment(at, ZONE)}</time>
)
