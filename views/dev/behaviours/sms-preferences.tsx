import { DAY_MS, MINUTE_MS } from '#src/day.ts'
import { paths } from '#src/paths.ts'
import type { TextsCard as Facts } from '#src/texts/card-facts.ts'
import { usePage } from '../../shared/page-facts.ts'
import { TextsCard } from '../../tracking/texts-card.tsx'

/** Nobody's account: the forms ask a visitor to sign in. */
const NOBODY = 'A'.repeat(22)

export function SmsPreferencesExamples() {
  const { now } = usePage()
  const card: Facts = {
    scope: { userToken: NOBODY },
    state: 'off',
    phone: '(206) 555-0142',
    keptPhone: null,
    codeFailure: null,
    codeUntil: null,
    endedBy: null,
    now,
  }
  const returnTo = paths.behaviour('sms-preferences')
  return (
    <>
      <h2>Waiting for the code</h2>
      <TextsCard texts={{ ...card, state: 'pending', codeUntil: now + 8 * MINUTE_MS }} returnTo={returnTo} />
      <h2>On</h2>
      <TextsCard texts={{ ...card, state: 'on', now: now - DAY_MS }} returnTo={returnTo} />
      <h2>For a reader who isn't signed in</h2>
      <TextsCard texts="sign_in" returnTo={returnTo} />
    </>
  )
}
