import { composeEmail, type Store } from './mail-layout.tsx'

type LinkMail = {
  url: string
  minutes: number
  /** The account's current address. */
  account: string
  preferencesUrl?: string | undefined
  store: Store
}

const formatMinutes = (minutes: number) =>
  minutes % 60 === 0 && minutes > 0
    ? minutes === 60
      ? 'an hour'
      : `${minutes / 60} hours`
    : `${minutes} minutes`

export const magicLinkMail = ({ url, minutes, store }: LinkMail) =>
  composeEmail({
    subject: `Sign in to ${store.name}`,
    title: 'Your sign-in link',
    paragraphs: ["Here's the sign-in link you asked for. It works on this device or any other."],
    link: { label: `Sign in to ${store.name}`, url },
    after: [
      `The link works once, for ${formatMinutes(minutes)}. If you didn't ask for it, you can ignore this email.`,
    ],
    store,
  })

export const resetPasswordMail = ({ url, minutes, store }: LinkMail) =>
  composeEmail({
    subject: `Reset your ${store.name} password`,
    title: 'Choose a new password',
    paragraphs: ['Forgot your password? No problem. You can choose a new one here.'],
    link: { label: 'Choose a new password', url },
    after: [
      `The link works once, for ${formatMinutes(minutes)}. If you didn't ask for it, you can ignore this email and keep your password.`,
    ],
    store,
  })

export const welcomeMail = ({ url, minutes, preferencesUrl, store }: LinkMail) =>
  composeEmail({
    subject: `Welcome to ${store.name}`,
    title: 'Welcome!',
    paragraphs: [
      "Your account is ready. Please confirm your email address, and we'll add any orders you placed with it before.",
    ],
    link: { label: 'Confirm my email', url },
    after: [
      `The link works for ${formatMinutes(minutes)}. If you didn't create this account, please don't confirm it, and let us know.`,
    ],
    preferencesUrl,
    store,
  })

export const passwordChangedMail = ({ resetUrl, store }: { resetUrl: string; store: Store }) =>
  composeEmail({
    subject: `Your ${store.name} password was changed`,
    title: 'Your password was changed',
    paragraphs: [
      "Your account has a new password, and you've been signed out on your other devices.",
      "If you made this change, you're all set. If you didn't, please choose a new password right away and let us know.",
    ],
    link: { label: "I didn't change it", url: resetUrl },
    store,
  })

export const passwordEndedMail = ({ passwordUrl, store }: { passwordUrl: string; store: Store }) =>
  composeEmail({
    subject: `Please choose a new password for ${store.name}`,
    title: 'Please choose a new password',
    paragraphs: [
      "By signing in, you just confirmed that this email address is yours. It hadn't been confirmed before, so someone else could have set the account's old password.",
      'To keep you safe, we removed that password and signed out everyone who used it. Nothing else about your account has changed.',
    ],
    link: { label: 'Choose a new password', url: passwordUrl },
    store,
  })

type ConnectedMail = { label: string; accountUrl: string; store: Store }

export const providerConnectedMail = ({ label, accountUrl, store }: ConnectedMail) =>
  composeEmail({
    subject: `You can now sign in to ${store.name} with ${label}`,
    title: `You can now sign in with ${label}`,
    paragraphs: [
      `A ${label} account was just connected to your ${store.name} account. From now on, you can use it to sign in.`,
      "If this was you, you're all set. If it wasn't, please let us know right away and check where you're signed in.",
    ],
    link: { label: 'Check my account', url: accountUrl },
    store,
  })

export const changeEmailMail = ({ url, minutes, account, store }: LinkMail) =>
  composeEmail({
    subject: `Confirm your new email for ${store.name}`,
    title: 'Is this your new email?',
    paragraphs: [
      `The account ${account} asked to use this email address instead. To confirm, open this link while you're signed in to that account.`,
    ],
    link: { label: 'Change my email', url },
    after: [
      `The link works once, for ${formatMinutes(minutes)}. If you didn't ask for this, you can ignore this email and nothing will change.`,
    ],
    store,
  })

type EmailChangeAskedMail = { email: string; resetUrl: string; store: Store }

export const emailChangeAskedMail = ({ email, resetUrl, store }: EmailChangeAskedMail) =>
  composeEmail({
    subject: `Your ${store.name} email is about to change`,
    title: 'A new email for your account',
    paragraphs: [
      `Someone signed in to your account asked to change its email to ${email}. The change takes effect once that address is confirmed.`,
      "If this was you, there's nothing to do here. If it wasn't, please choose a new password right away. That stops the change and signs everyone out.",
    ],
    link: { label: "This wasn't me: choose a new password", url: resetUrl },
    store,
  })

export const emailChangedMail = ({ store }: { store: Store }) =>
  composeEmail({
    subject: `Your ${store.name} email was changed`,
    title: 'Your email was changed',
    paragraphs: [
      "Your account now uses a different email address, which has been confirmed. You can't sign in with this one anymore.",
      "If this was you, you're all set. If it wasn't, please reply to this email or call us right away.",
    ],
    store,
  })

type AccountsMergedMail = { isKept: boolean; other: string; url: string; store: Store }

/** `other`: the other address, mostly hidden. */
export const accountsMergedMail = ({ isKept, other, url, store }: AccountsMergedMail) =>
  composeEmail({
    subject: `Your two ${store.name} accounts are now one`,
    title: 'Your two accounts are now one',
    paragraphs: [
      isKept
        ? `We moved everything from your account with ${other} into this one: orders, boxes, cards and credit. Sign in with this address, as before.`
        : `We moved everything from this account into your account with ${other}: orders, boxes, cards and credit. Please sign in with that address from now on. This one can't sign in anymore.`,
      "If you didn't ask for this, please reply to this email or call us right away.",
    ],
    link: { label: 'Sign in', url },
    store,
  })
