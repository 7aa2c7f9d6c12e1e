/** `email`: of the account that is signed in, else null; `signInUrl` comes back to the page it stands on. */
export type CheckoutBuyer = { email: string | null; signInUrl: string }

/** What the page is for, and in whose name. Signing in is a full load: the page it leads back to needs one. */
export const CheckoutHead = ({ title, who }: { title: string; who: CheckoutBuyer }) => (
  <div class="checkout__head">
    <h1 class="checkout__title">{title}</h1>
    <p class="checkout__who">
      {who.email === null ? (
        <>
          Have an account?{' '}
          <a id="checkout_sign_in" href={who.signInUrl} data-turbo="false">
            Sign in
          </a>
        </>
      ) : (
        `Signed in as ${who.email}`
      )}
    </p>
  </div>
)
