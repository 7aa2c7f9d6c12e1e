import { paths } from '#src/paths.ts'
import { usePage } from '../shared/page-facts.ts'
import { Phone } from '../shared/phone.tsx'
import { Written } from '../shared/written.tsx'
import { InformationPage } from './information/information-page.tsx'
import { CountingChoice } from './privacy-choice.tsx'

type PrivacyProps = {
  /** The browser sends the Global Privacy Control signal. */
  optsOut: boolean
  /** Nobody opted out of our own counting. */
  isMeasured: boolean
}

export function PrivacyPage({ optsOut, isMeasured }: PrivacyProps) {
  const { store, written, demo } = usePage()
  if (written.pages.privacy !== '')
    return (
      <InformationPage
        title="Privacy policy"
        intro={`What ${store.name} knows about you, why, and what you can do about it.`}
      >
        <Written text={written.pages.privacy} />
        <WhatWeCount optsOut={optsOut} isMeasured={isMeasured} />
        <p id="global_privacy_control">{optsOut ? SIGNAL_SEEN : SIGNAL_HONORED}</p>
      </InformationPage>
    )
  return (
    <article class="terms">
      <header class="page-head">
        <h1 class="page-head__title">Privacy policy</h1>
        <p class="page-head__intro">
          What {store.name} knows about you, why, and what you can do about it. The short version: we use your
          data to bring you your box, and we don't sell it.
        </p>
      </header>
      <div class="terms__text prose">
        {demo && (
          <p>
            <strong>This is a demo shop.</strong> This text stands in for a real policy, and no lawyer has
            reviewed it.
          </p>
        )}
        <WhatWeKeep />
        <WhoSeesIt />
        <WhatWeCount optsOut={optsOut} isMeasured={isMeasured} />
        <h2>We don't sell or share your data</h2>
        <p>
          We don't sell your personal data, we don't share it for advertising, and there are no advertising
          trackers on our pages.
        </p>
        <p id="global_privacy_control">{optsOut ? SIGNAL_SEEN : SIGNAL_HONORED}</p>
        <YourRights />
        <h2>Talk to a person</h2>
        <p>
          Email <a href={`mailto:${store.email}`}>{store.email}</a> or call <Phone number={store.phone} />. If
          we change this policy, the new date is here. Last changed on {LAST_CHANGED}.
        </p>
      </div>
    </article>
  )
}

const LAST_CHANGED = 'November 25, 2026'

const SIGNAL_SEEN =
  "Your browser sends the Global Privacy Control signal. We've seen it and treat it as your request to opt out of the sale and sharing of your data."

const SIGNAL_HONORED =
  'If your browser sends the Global Privacy Control signal, we treat it as your request to opt out of the sale and sharing of your data. Your browser is not sending it right now.'

const WhatWeKeep = () => (
  <>
    <h2>What we keep, and why</h2>
    <ul>
      <li>
        <strong>Your orders:</strong> name, address, phone, email, what you bought and what you paid. We need
        them to deliver your box, to help you if something goes wrong, and for our books.
      </li>
      <li>
        <strong>Your account, if you have one:</strong> your password (hashed, so no one can read it), saved
        addresses, the places you're signed in, your email choices and your rewards.
      </li>
      <li>
        <strong>Cards:</strong> our payment provider keeps the number. We keep only the brand, the last four
        digits and the expiry date.
      </li>
      <li>
        <strong>What you agreed to:</strong> recurring boxes, texts and terms, word for word, as proof for
        both of us.
      </li>
      <li>
        <strong>Texts, if you turn them on:</strong> your mobile number and the texts we sent, for half a year
        after they end. We never share your number, or your consent to texts, for anyone's marketing.
      </li>
      <li>
        <strong>What you think of what you ate, if you tell us:</strong> stars, notes and reviews. Stars count
        in an average, notes are for you alone, and everyone can read a review, with your first name and
        initial. Your passport is yours alone unless you make a link to it.
      </li>
      <li>
        <strong>Gifts:</strong> the recipient's name, address and email, used for that box only.
      </li>
    </ul>
    <p>
      Cookies keep you signed in and remember your box, your ZIP code and the messages you've closed. The shop
      can't work without them.
    </p>
  </>
)

const WhoSeesIt = () => (
  <>
    <h2>Who else sees it</h2>
    <p>
      Only the companies that help us run the shop, and only what they need: the payment provider (your card,
      name and address), the service that checks addresses, the carrier that brings your box (name, address
      and phone), and the ones that send our emails and texts. If you sign in with another company's account,
      that company knows you did.
    </p>
    <p>
      We keep records of orders as long as tax and food-safety law require, and remove your name, street and
      phone from them when you ask us to delete your data.
    </p>
  </>
)

const WhatWeCount = ({ optsOut, isMeasured }: PrivacyProps) => (
  <>
    <h2 id="counting">What we count</h2>
    <p>
      To see what works, we count visits ourselves: which pages people see, what they click and how far they
      read, with a random number instead of a name, for up to 400 days. Never on the pages where you pay,
      apart from errors and questions that we showed you. We never record what you type.
    </p>
    {usePage().hasOthers && (
      <p>If you said yes, partners who help us with that count too, on our shop pages only.</p>
    )}
    {optsOut ? (
      <p>Because of your browser's signal, we don't count your visits.</p>
    ) : (
      <CountingChoice isMeasured={isMeasured} />
    )}
  </>
)

const YourRights = () => (
  <>
    <h2>Your choices</h2>
    <p>
      Wherever you live, you can see the data we have about you, correct it, or have it deleted. We answer
      within 45 days, and asking never costs you anything or changes our prices for you.
    </p>
    <p>
      <a href={paths.dataRequest()}>See, correct or delete your data</a>
    </p>
    <p>
      Every optional email has a link to stop it. We text you only if you asked us to, and you can reply STOP
      at any time. Our shop is for adults; we don't knowingly keep data about children.
    </p>
  </>
)
