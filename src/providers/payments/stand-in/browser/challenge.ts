import type { CallResult, Calls } from './calls.ts'
import { openDialog } from './dialog.ts'
import { make, money } from './dom.ts'
import type { Intent } from './problems.ts'
import type { Appearance } from './styles.ts'

/** The 3-D Secure dialog, with the element ids of Stripe's test page. Escape fails the authentication. */
export async function authenticate(
  calls: Calls,
  intent: Intent,
  appearance?: Appearance,
): Promise<CallResult<Intent>> {
  const outcome = await showChallenge(intent, appearance)
  return calls.authenticate(intent.client_secret, outcome)
}

function showChallenge(intent: Intent, appearance: Appearance | undefined): Promise<'complete' | 'fail'> {
  return new Promise((resolve) => {
    const acceptButton = make(
      'button',
      { type: 'button', id: 'test-source-authorize-3ds', class: 'button button--main' },
      'Complete authentication',
    )
    const failButton = make(
      'button',
      { type: 'button', id: 'test-source-fail-3ds', class: 'button' },
      'Fail authentication',
    )
    const amount =
      intent.amount === undefined ? 'Save this card' : money(intent.amount, intent.currency ?? 'usd')
    const content = [
      make('p', {}, 'Your bank wants to make sure it’s you. This is only a test, so no bank is contacted.'),
      make('p', { class: 'amount' }, amount),
      make('div', { class: 'actions' }, acceptButton, failButton),
    ]
    const finish = (outcome: 'complete' | 'fail') => {
      dialog.close()
      resolve(outcome)
    }
    const dialog = openDialog('3D Secure authentication', appearance, () => finish('fail'), content)
    acceptButton.addEventListener('click', () => finish('complete'))
    failButton.addEventListener('click', () => finish('fail'))
  })
}
