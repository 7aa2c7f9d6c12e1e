/** Why nobody is signed in by another company, and what to do. `label`: what its button is called. */

export const providerFailed = (reason: 'unreachable' | 'refused' | 'unsound', label: string) =>
  ({
    unreachable: `We can't reach ${label} just now. Please try again, or sign in another way.`,
    refused: `${label} was not allowed to tell us who you are. Please try again, or sign in another way.`,
    unsound: `That answer of ${label}'s did not fit our question. Please try again, or sign in another way.`,
  })[reason]

export const tookTooLong = (label: string) =>
  `Signing in with ${label} took too long, or began in another browser. Please try again.`

export const unverifiedEmail = (label: string) =>
  `${label} does not vouch for your email address. Please sign in or create an account with it here first; then you can connect ${label} to it.`

export const belongsToAnother = (label: string) =>
  `That account at ${label} opens another account of ours already.`

export const signInAgain = (label: string) =>
  `To connect ${label}, please sign out and in again first, so that we know it is you.`

export const confirmFirst = (label: string) => `To connect ${label}, please confirm your email address first.`
