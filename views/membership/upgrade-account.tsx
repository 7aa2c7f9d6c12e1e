import type { Reader } from '#src/orders/order-reader.ts'
import { paths } from '#src/paths.ts'
import { Form } from '../shared/form.tsx'

type UpgradeAccountProps = { token: string; reader: Reader; receiptKey: string | null }

/** A membership needs an account: that's where it's skipped, changed and canceled. */
export const UpgradeAccount = ({ token, reader, receiptKey }: UpgradeAccountProps) => (
  <section class="membership__card" aria-labelledby="upgrade_account">
    <h2 id="upgrade_account">First, your account</h2>
    {reader === 'guest' && (
      <>
        <p>You skip, move, change and cancel your boxes in your account.</p>
        <p>
          <a
            class="button"
            href={paths.signIn({ redirect_url: paths.upgradePage(token, { key: receiptKey }) })}
          >
            Sign in
          </a>{' '}
          <a class="button button--quiet" href={paths.createPassword({ order: token, key: receiptKey })}>
            Create a password
          </a>
        </p>
      </>
    )}
    {reader === 'claimant' && (
      <Form action={paths.claimOrder(token)} method="post">
        <p>Add this order to your account, then make it recurring.</p>
        <button type="submit" class="button">
          Add to my account
        </button>
      </Form>
    )}
    {reader === 'unproven' && (
      <p>
        Please open the email we sent when you created your account. Its link adds this order to your account.
        We can <a href={paths.accountPart('account_email')}>send it again</a>.
      </p>
    )}
    {reader === 'other' && (
      <p>
        This order was placed with a different email than the one on your account. Please sign in with the
        email you used for this order.
      </p>
    )}
  </section>
)
