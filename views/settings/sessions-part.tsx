import { SHOP_ZONE } from '#src/delivery/zones.ts'
import { paths } from '#src/paths.ts'
import type { AccountSession } from '#src/settings/facts.ts'
import { Form } from '../shared/form.tsx'
import { formatMoment } from '../shared/local-time.ts'
import { AccountPart, type PartProps } from './account-part.tsx'

export const SessionsPart = ({ account: { sessions }, ...part }: PartProps) => (
  <AccountPart
    {...part}
    id="account_sessions"
    title="Where you're signed in"
    intro="If you don't recognize one of these, sign it out and change your password."
  >
    <ul class="places">
      {sessions.map((session) => (
        <SessionLine {...session} />
      ))}
    </ul>
    {sessions.some(({ isCurrent }) => !isCurrent) ? (
      <Form action={paths.accountSessions()} method="delete">
        <button type="submit" class="button button--quiet">
          Sign out everywhere else
        </button>
      </Form>
    ) : (
      <p class="account-part__words">You aren't signed in anywhere else.</p>
    )}
  </AccountPart>
)

const SessionLine = ({ token, device, signedInAt, seenAt, isCurrent }: AccountSession) => (
  <li class="place-line" id={token ? `session_${token}` : undefined}>
    <div>
      <p class="place-line__device">
        {device}
        {isCurrent && <span class="account-part__mark">this device</span>}
      </p>
      <p class="place-line__times">
        Signed in <Moment at={signedInAt} /> · last used <Moment at={seenAt} />
      </p>
    </div>
    {token && !isCurrent && (
      <Form action={paths.accountSession(token)} method="delete">
        <button type="submit" class="button button--quiet button--small">
          Sign out<span class="visually-hidden"> {device}</span>
        </button>
      </Form>
    )}
  </li>
)

const Moment = ({ at }: { at: number }) => (
  <time datetime={new Date(at).toISOString()}>{formatMoment(at, SHOP_ZONE)}</time>
)
