/** Messages for failed social sign-ins. `label`: the provider's name as on its button. */

export const providerFailed = (reason: 'unreachable' | 'refused' | 'unsound', label: string) =>
  ({
    unreachable: `We can't reach ${label} right now. Please try again, or sign in another way.`,
    refused: `${label} didn't share your details with us. Please try again, or sign in another way.`,
    unsound: `Something went wrong while signing in with ${label}. Please try again, or sign in another way.`,
  })[reason]

export const tookTooLong = (label: string) =>
  `Signing in with ${label} took too long or started in another browser. Please try again.`

export const unverifiedEmail = (label: string) =>
  `${label} hasn't verified your email address. Please sign in or create an account here first. Then you can connect ${label}.`

export const belongsToAnother = (label: string) =>
  `That ${label} account is already connected to another account here.`

export const signInAgain = (label: string) =>
  `To connect ${label}, please sign out and sign back in first, so we know it's you.`

export const confirmFirst = (label: string) => `To connect ${label}, please confirm your email address first.`
