import type { Appearance } from '@stripe/stripe-js'

/** The provider's iframe can't see our CSS variables, so this passes their current values. */
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
