export type CheckoutBuyer = { email: string | null; signInUrl: string }

/** Signing in is a full load, because the checkout page needs one. */
export const CheckoutHead = ({ title, buyer }: { title: string; buyer: CheckoutBuyer }) => (
  <div class="checkout__head">
    <h1 class="checkout__title">{title}</h1>
    <p class="checkout__who">
      {buyer.email === null ? (
        <>
          Have an account?{' '}
          <a id="checkout_sign_in" href={buyer.signInUrl} data-turbo="false">
            Sign in
          </a>
        </>
      ) : (
        `Signed in as ${buyer.email}`
      )}
    </p>
  </div>
)
