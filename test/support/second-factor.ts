import { Secret, TOTP } from 'otpauth'
import type { Shopper } from './shopper.ts'
import type { World } from './world.ts'

/** The code on their phone at the shop's time, or `steps` half minutes later. */
export const codeOf = (secret: string, { clock }: Pick<World, 'clock'>, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 }).generate({
    timestamp: clock.now() + steps * 30_000,
  })

/** Reads the key off the page, as a person types it into an app. */
export async function keyOnPage(person: Shopper): Promise<string> {
  const page = await (await person.visit('/account/second-factor')).text()
  return (/factor-key">([A-Z2-7 ]+)</.exec(page)?.[1] ?? '').replaceAll(' ', '')
}

/** @returns the key in their app, and their recovery codes */
export async function setUpApp(shop: World, person: Shopper) {
  const key = await keyOnPage(person)
  const answer = await person.call('POST', '/account/second-factor/app', { code: codeOf(key, shop) })
  const { recovery_codes: codes } = (await answer.json()) as { recovery_codes: string[] }
  return { key, codes }
}
