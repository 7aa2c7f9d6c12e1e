import type { Appearance } from '@stripe/stripe-js'

/** The provider's fields live in a frame of their own, so the shop's tokens are handed over as they are now. */
export function providerAppearance(): Appearance {
  const tokens = getComputedStyle(document.documentElement)
  const token = (name: string) => tokens.getPropertyValue(name).trim()
  return {
    theme: 'stripe',
    variables: {
      colorPrimary: token('--oxblood'),
      colorBackground: token('--card'),
      colorText: token('--ink'),
      colorDanger: token('--alarm'),
      fontFamily: token('--text'),
      borderRadius: token('--radius-control'),
    },
  }
}
