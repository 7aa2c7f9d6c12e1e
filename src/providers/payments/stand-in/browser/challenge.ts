import type { Calls, Outcome } from './calls.ts'
import { openDialog } from './dialog.ts'
import { make, money } from './dom.ts'
import type { Intent } from './problems.ts'
import type { Appearance } from './styles.ts'

/** 3-D Secure: the bank's question, with the ids its test page has at Stripe. Escape means no. */
export async function authenticate(
  calls: Calls,
  intent: Intent,
  appearance?: Appearance,
): Promise<Outcome<Intent>> {
  const answer = await ask(intent, appearance)
  return calls.authenticate(intent.client_secret, answer)
}

function ask(intent: Intent, appearance: Appearance | undefined): Promise<'complete' | 'fail'> {
  return new Promise((resolve) => {
    const accept = make(
      'button',
      { type: 'button', id: 'test-source-authorize-3ds', class: 'button button--main' },
      'Complete authentication',
    )
    const refuse = make(
      'button',
      { type: 'button', id: 'test-source-fail-3ds', class: 'button' },
      'Fail authentication',
    )
    const amount =
      intent.amount === undefined ? 'Save this card' : money(intent.amount, intent.currency ?? 'usd')
    const content = [
      make('p', {}, 'Your bank wants to make sure that this is you. This is a test: nobody is asked.'),
      make('p', { class: 'amount' }, amount),
      make('div', { class: 'actions' }, accept, refuse),
    ]
    const end = (answer: 'complete' | 'fail') => {
      dialog.close()
      resolve(answer)
    }
    const dialog = openDialog('3D Secure authentication', appearance, () => end('fail'), content)
    accept.addEventListener('click', () => end('complete'))
    refuse.addEventListener('click', () => end('fail'))
  })
}
