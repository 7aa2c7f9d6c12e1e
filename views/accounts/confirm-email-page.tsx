import { paths } from '#src/paths.ts'
import { Form } from '../shared/form.tsx'
import { usePage } from '../shared/page-facts.ts'

/** Where the link of a welcome leads, for whoever is signed in to that account; null where it is no longer good. */
export function ConfirmEmailPage({ email }: { email: string | null }) {
  const { path } = usePage()
  return (
    <section class="sign-in">
      <h1 class="sign-in__title">{email ? 'Confirm your address' : 'This link is no longer good'}</h1>
      {email ? (
        <>
          <p>
            Your account keeps your orders under <b>{email}</b>. Is that you?
          </p>
          <Form action={path} method="post" class="sign-in__form" data-turbo="false">
            <button type="submit" class="button">
              Yes, that is my address
            </button>
          </Form>
        </>
      ) : (
        <p>
          It was used already, is too old, or belongs to another account.{' '}
          <a href={paths.account()}>To your account</a>
        </p>
      )}
    </section>
  )
}
