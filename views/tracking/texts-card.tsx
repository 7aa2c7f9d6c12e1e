import type { Child } from 'hono/jsx'
import { paths } from '#src/paths.ts'
import type { TextsCard as Facts, OrderTexts } from '#src/texts/card-facts.ts'
import { deliveryConsentText } from '#src/texts/consent-words.ts'
import { Alert } from '../shared/alert.tsx'
import { Countdown } from '../shared/countdown.tsx'
import { Field } from '../shared/field.tsx'
import { Form } from '../shared/form.tsx'
import { usePage } from '../shared/page-facts.ts'
import { PhoneField } from '../shared/phone-field.tsx'

type CardProps = { card: Facts /** The page to come back to. */; returnTo: string }

/** On the tracking page. */
export function TextsCard({ texts, returnTo }: { texts: OrderTexts; returnTo: string }) {
  if (texts === 'hidden') return null
  return (
    <section class="texts-card" id="texts" aria-labelledby="texts_title">
      <h2 class="texts-card__title" id="texts_title">
        Text updates
      </h2>
      {texts === 'sign_in' ? <SignIn /> : <TextSettings card={texts} returnTo={returnTo} />}
    </section>
  )
}

const SignIn = () => (
  <p>
    <a href={paths.signIn()}>Sign in</a> to change your SMS preferences.
  </p>
)

/** Off, waiting for the code, or on (TRK-2); the controller only adds comfort, so it all works without scripts. */
export const TextSettings = (props: CardProps) => (
  <div
    class="text-settings"
    data-controller="sms-preferences"
    data-action="visibilitychange@document->sms-preferences#lookAgain"
    data-sms-preferences-pending-value={String(props.card.state === 'pending')}
  >
    {props.card.state === 'off' && <Off {...props} />}
    {props.card.state === 'pending' && <Pending {...props} />}
    {props.card.state === 'on' && <On {...props} />}
    {'orderToken' in props.card.scope && <SignInForAll />}
  </div>
)

/** A guest's choice is for one box. */
const SignInForAll = () => (
  <p class="text-settings__note">
    This is for this box only. <a href={paths.signIn()}>Sign in</a> to change your SMS preferences for all of
    them.
  </p>
)

const Off = ({ card, returnTo }: CardProps) => (
  <>
    <p>{ENDED[card.endedBy ?? 'person']}</p>
    <NumberForm card={card} returnTo={returnTo} button="Text me" />
  </>
)

const ENDED = {
  person: 'We can text you when your box ships, is out for delivery and arrives.',
  stop: "Texts are off because we got STOP from this number. If our code doesn't reach you, text START to us first.",
  failed: "We turned texts off because this number can't get them. Is there another one?",
} as const

const CODE_FAILED = {
  opted_out: 'it once texted us STOP. Text START to us from it, or use another number.',
  failed:
    'it may not be a mobile number that gets texts. Check it and ask for a new code, or use another number.',
} as const

const CodeState = ({ card, returnTo }: CardProps) => {
  if (card.codeFailure)
    return (
      <Alert>
        Our code didn’t reach <b>{card.phone}</b>: {CODE_FAILED[card.codeFailure]}
      </Alert>
    )
  if (card.codeUntil === null)
    return (
      <p>
        The code that we texted to <b>{card.phone}</b> no longer works. Please reply YES to our text, or ask
        for a new code.
      </p>
    )
  return (
    <>
      <p>
        We texted a code to <b>{card.phone}</b>. Enter it here, or reply YES.
      </p>
      <CodeForm card={card} returnTo={returnTo} until={card.codeUntil} />
    </>
  )
}

const Pending = ({ card, returnTo }: CardProps) => (
  <>
    <CodeState card={card} returnTo={returnTo} />
    {card.keptPhone && <p>Until then, texts go to {card.keptPhone} as before.</p>}
    <div class="text-settings__ways">
      <SendForm card={card} returnTo={returnTo}>
        <input type="hidden" name="mobile_phone_number" value={card.phone} />
        <button type="submit" class="button button--quiet button--small">
          Text me a new code
        </button>
      </SendForm>
      <TurnOff card={card} returnTo={returnTo} button="Never mind" keepsNumber />
    </div>
    <Edit card={card} returnTo={returnTo} />
  </>
)

const CodeForm = ({ card, returnTo, until }: CardProps & { until: number }) => (
  <Form action={paths.confirmTextCode()} method="post" class="text-settings__form">
    <ReturnTo path={returnTo} />
    {'orderToken' in card.scope && <OrderFields {...card.scope} />}
    <Field
      id="sms_code"
      name="code"
      label="6-digit code"
      inputmode="numeric"
      autocomplete="one-time-code"
      pattern="[0-9]{6}"
      maxlength={6}
      required
      data-sms-preferences-target="code"
      data-action="input->sms-preferences#enter"
    />
    <button type="submit" class="button">
      Confirm
    </button>
    <p class="text-settings__note">
      <Countdown endsAt={until} now={card.now} before="The code works for another " after="." />
    </p>
  </Form>
)

const On = ({ card, returnTo }: CardProps) => (
  <>
    <p>
      Texts are on for <b>{card.phone}</b>. Reply STOP to any of them to end them.
    </p>
    <div class="text-settings__ways">
      <TurnOff card={card} returnTo={returnTo} button="Turn texts off" />
    </div>
    <Edit card={card} returnTo={returnTo} />
  </>
)

const Edit = (props: CardProps) => (
  <details class="text-settings__edit" data-action="toggle->sms-preferences#edit">
    <summary>Use another number</summary>
    <NumberForm {...props} card={{ ...props.card, phone: '' }} button="Text a code to this number" />
  </details>
)

/** Consent is a box of its own, never ticked in advance, with its words beside it. */
const NumberForm = ({ card, returnTo, button }: CardProps & { button: string }) => (
  <SendForm card={card} returnTo={returnTo} isAsking>
    <PhoneField
      id="sms_number"
      name="mobile_phone_number"
      label="Mobile phone number"
      value={card.phone}
      required
      data-sms-preferences-target="number"
    />
    <label class="tick">
      <input type="checkbox" name="sms_consent" value="1" required aria-describedby="sms_words" />
      <span>Text me about my deliveries</span>
    </label>
    <p class="sms-marketing__words" id="sms_words">
      {deliveryConsentText(usePage().store.name)}
    </p>
    <button type="submit" class="button">
      {button}
    </button>
  </SendForm>
)

type SendFormProps = CardProps & { isAsking?: boolean; children?: Child }

const SendForm = ({ card: { scope }, returnTo, isAsking, children }: SendFormProps) => (
  <Form
    action={
      'userToken' in scope
        ? paths.turnOnTexts(scope.userToken)
        : paths.turnOnOrderTexts(scope.orderToken, { key: scope.key })
    }
    method="post"
    class="text-settings__form"
  >
    <ReturnTo path={returnTo} />
    {isAsking && <input type="hidden" name="shows_sms_consent" value="1" />}
    {children}
  </Form>
)

type TurnOffProps = CardProps & {
  button: string /** Of a change to another number. */
  keepsNumber?: boolean
}

const TurnOff = ({ card: { scope }, returnTo, button, keepsNumber }: TurnOffProps) => (
  <Form
    action={
      'userToken' in scope
        ? paths.turnOffTexts(scope.userToken)
        : paths.turnOffOrderTexts(scope.orderToken, { key: scope.key })
    }
    method="post"
  >
    <ReturnTo path={returnTo} />
    {keepsNumber && <input type="hidden" name="keep_number" value="1" />}
    <button type="submit" class="button button--quiet button--small">
      {button}
    </button>
  </Form>
)

const ReturnTo = ({ path }: { path: string }) => <input type="hidden" name="return_to" value={path} />

const OrderFields = ({ orderToken, key }: { orderToken: string; key: string | null }) => (
  <>
    <input type="hidden" name="order_token" value={orderToken} />
    {key !== null && <input type="hidden" name="key" value={key} />}
  </>
)
