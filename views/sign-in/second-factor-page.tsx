import type { FactorFacts } from '#src/accounts/second-factor.ts'
import { SHOP_ZONE } from '#src/delivery/zones.ts'
import { paths } from '#src/paths.ts'
import { Alert } from '../shared/alert.tsx'
import { Field } from '../shared/field.tsx'
import { Form } from '../shared/form.tsx'
import { formatMoment } from '../shared/local-time.ts'
import { NarrowPage } from '../shared/narrow-page.tsx'
import { QrCode } from '../shared/qr-code.tsx'

export type SetupOffer = {
  /** For the QR code. */
  address: string
  /** For typing. */
  secret: string
}

type SecondFactorPageProps = {
  facts: FactorFacts
  offer: SetupOffer
  /** Whether the sign-in is recent enough to change anything. */
  isRecent: boolean
  problem?: string | undefined
}

export const SecondFactorPage = ({ facts, offer, isRecent, problem }: SecondFactorPageProps) => (
  <NarrowPage title="Two-step sign-in">
    <p>
      {facts.isRequired
        ? 'Your role requires a second step before the back office opens.'
        : 'With a second step, nobody gets into the back office with your password alone.'}
    </p>
    {problem && <Alert>{problem}</Alert>}
    {isRecent ? <Factors facts={facts} offer={offer} /> : <SignInAgain />}
  </NarrowPage>
)

const SignInAgain = () => (
  <>
    <p>It’s been a while since you signed in. To make changes here, please sign in again.</p>
    <Form action={paths.signOut()} method="post" data-turbo="false">
      <button type="submit" class="button">
        Sign out
      </button>
    </Form>
  </>
)

const Factors = ({ facts, offer }: Pick<SecondFactorPageProps, 'facts' | 'offer'>) => (
  <>
    <h2>Authenticator app</h2>
    {facts.hasTotp ? (
      <>
        <p>Your app is set up.</p>
        <RemoveForm token="app" label="Remove the app" />
      </>
    ) : (
      <Setup {...offer} />
    )}
    {(facts.hasTotp || facts.passkeys.length > 0) && (
      <>
        <h2>Recovery codes</h2>
        <p>
          {facts.codesLeft === 0
            ? 'You have none left.'
            : `You have ${facts.codesLeft} left. Each works once in place of your app.`}
        </p>
        <Form action={paths.renewRecoveryCodes()} method="post" data-turbo="false">
          <button type="submit" class="button button--quiet">
            Get new codes
          </button>
        </Form>
      </>
    )}
    <p class="sign-in__help">
      <a href={paths.account()}>Your account</a>
    </p>
  </>
)

const Setup = ({ address, secret }: SetupOffer) => (
  <>
    <ol class="factor-steps">
      <li>Get an authenticator app on your phone, if you don’t have one.</li>
      <li>
        Scan this with it, or type the key:
        <QrCode text={address} label="QR code with the key for your app" />
        <code class="factor-key">{secret.match(/.{4}/g)?.join(' ')}</code>
      </li>
      <li>Enter the six digits that it shows.</li>
    </ol>
    <Form action={paths.confirmTotp()} method="post" class="sign-in__form" data-turbo="false">
      <Field
        id="totp_code"
        name="code"
        label="Code"
        inputmode="numeric"
        autocomplete="one-time-code"
        maxlength={10}
        required
      />
      <button type="submit" class="button">
        Turn it on
      </button>
    </Form>
  </>
)

export const RemoveForm = ({ token, label }: { token: string; label: string }) => (
  <Form action={paths.removeFactor()} method="post" data-turbo="false">
    <input type="hidden" name="factor" value={token} />
    <button type="submit" class="button button--quiet button--small">
      {label}
    </button>
  </Form>
)

type RecoveryCodesPageProps = { codes: string[]; nextPath: string; at: number }

/** Rendered by the POST itself, so that no address shows the codes again. */
export const RecoveryCodesPage = ({ codes, nextPath, at }: RecoveryCodesPageProps) => (
  <NarrowPage title="Save these codes">
    <p>
      Each signs you in once when you don’t have your phone. Print them or write them down now: we can’t show
      them again.
    </p>
    <ul class="factor-codes">
      {codes.map((code) => (
        <li>
          <code>{code}</code>
        </li>
      ))}
    </ul>
    <p class="sign-in__help">Made {formatMoment(at, SHOP_ZONE)}. Codes you had before no longer work.</p>
    <a class="button" href={nextPath}>
      I’ve saved them
    </a>
  </NarrowPage>
)
