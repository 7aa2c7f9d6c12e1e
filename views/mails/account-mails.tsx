import { letter, type Store } from './mail-layout.tsx'

type LinkMail = {
  url: string
  minutes: number
  /** The email of the account that it is for. */
  account: string
  preferencesUrl?: string | undefined
  store: Store
}

const span = (minutes: number) =>
  minutes % 60 === 0 && minutes > 0
    ? minutes === 60
      ? 'an hour'
      : `${minutes / 60} hours`
    : `${minutes} minutes`

export const magicLinkMail = ({ url, minutes, store }: LinkMail) =>
  letter({
    subject: `Sign in to ${store.name}`,
    title: 'Your sign-in link',
    paragraphs: ['You asked to sign in without a password. This link does it, on this device or any other.'],
    link: { words: `Sign in to ${store.name}`, url },
    after: [
      `It is good once and for ${span(minutes)}. If it was not you who asked, leave it: nothing happens without it.`,
    ],
    store,
  })

export const resetPasswordMail = ({ url, minutes, store }: LinkMail) =>
  letter({
    subject: `A new password for ${store.name}`,
    title: 'Choose a new password',
    paragraphs: ['You told us that you forgot your password. Choose a new one here.'],
    link: { words: 'Choose a new password', url },
    after: [
      `The link is good once and for ${span(minutes)}. If it was not you who asked, leave it: your password stays as it is.`,
    ],
    store,
  })

export const welcomeMail = ({ url, minutes, preferencesUrl, store }: LinkMail) =>
  letter({
    subject: `Welcome to ${store.name}`,
    title: 'Welcome',
    paragraphs: [
      'Your account is made. Please confirm that this address is yours: then what you ordered under it before is in your account, too.',
    ],
    link: { words: 'Confirm my address', url },
    after: [`The link is good for ${span(minutes)}. If you made no account with us, leave it and tell us.`],
    preferencesUrl,
    store,
  })

export const passwordChangedMail = ({ resetUrl, store }: { resetUrl: string; store: Store }) =>
  letter({
    subject: `Your password for ${store.name} was changed`,
    title: 'Your password was changed',
    paragraphs: [
      'The password of your account is another one now, and every other place you were signed in is signed out.',
      'If it was you, there is nothing to do. If it was not, choose a new one at once, and tell us.',
    ],
    link: { words: 'I did not change it', url: resetUrl },
    store,
  })

export const passwordEndedMail = ({ passwordUrl, store }: { passwordUrl: string; store: Store }) =>
  letter({
    subject: `Please choose a new password for ${store.name}`,
    title: 'Your password from before is gone',
    paragraphs: [
      'You came in by a link in a mail, or by another company, which shows that this address is yours. Nobody had shown that before: the password from before may have been that of anybody who knew your address.',
      'So it opens nothing any more, and whoever was signed in with it is signed out. Your account is as it was.',
    ],
    link: { words: 'Choose a new password', url: passwordUrl },
    store,
  })

type ConnectedMail = { label: string; accountUrl: string; store: Store }

export const providerConnectedMail = ({ label, accountUrl, store }: ConnectedMail) =>
  letter({
    subject: `${label} now opens your account at ${store.name}`,
    title: `You can sign in with ${label} now`,
    paragraphs: [
      `Somebody signed in with ${label} under this email address, or connected it while signed in to your account. From now on that account at ${label} opens yours here.`,
      'If it was you, there is nothing to do. If it was not, tell us at once, and look who is signed in.',
    ],
    link: { words: 'Look at my account', url: accountUrl },
    store,
  })

export const changeEmailMail = ({ url, minutes, account, store }: LinkMail) =>
  letter({
    subject: `Confirm your new email at ${store.name}`,
    title: 'Is this your new email?',
    paragraphs: [
      `The account ${account} wants to have this address from now on. It changes once you open this link, signed in to that account, and press its button.`,
    ],
    link: { words: 'Change my email', url },
    after: [
      `The link is good once and for ${span(minutes)}. If it was not you who asked, leave it: nothing changes without it.`,
    ],
    store,
  })

type AskedMail = { email: string; resetUrl: string; store: Store }

export const emailChangeAskedMail = ({ email, resetUrl, store }: AskedMail) =>
  letter({
    subject: `Your email at ${store.name} is about to change`,
    title: 'Another email for your account',
    paragraphs: [
      `Somebody who is signed in to your account asked to change its email to ${email}. It changes once that address is confirmed.`,
      'If it was you, there is nothing to do here. If it was not, choose a new password at once: that stops the change and signs everybody out.',
    ],
    link: { words: 'It was not me: choose a new password', url: resetUrl },
    store,
  })

export const emailChangedMail = ({ store }: { store: Store }) =>
  letter({
    subject: `Your email at ${store.name} was changed`,
    title: 'Your email was changed',
    paragraphs: [
      'Your account has another email now, which was confirmed from that mailbox. This address signs in to it no more.',
      'If it was you, there is nothing to do. If it was not, answer this mail or call us at once.',
    ],
    store,
  })
