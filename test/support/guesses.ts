import { createShopper } from './shopper.ts'
import { world } from './world.ts'

const BALANCE = '/gift-cards/balance'
const HONEST_CODE = 'DEMOGIFT50000000'

type Spread = { networks: number; guesses: number; perRange: number }

/**
 * Attackers guess gift card codes round-robin, each from a network of its own, several per /24. An honest card owner
 * elsewhere checks a balance every tenth round.
 */
export async function spread({ networks, guesses, perRange }: Spread) {
  const shop = await world({ config: { rateLimited: true, trustedProxies: 1 } })
  const from = (address: string) =>
    createShopper(
      {
        fetch(request) {
          const headers = new Headers(request.headers)
          headers.set('x-forwarded-for', address)
          return shop.app.fetch(new Request(request, { headers }))
        },
      },
      shop.standIn.browser,
    )
  const addressOf = (index: number) => {
    const range = Math.floor(index / perRange)
    return `20.${range >> 8}.${range & 255}.${(index % perRange) + 1}`
  }
  const guessers = await Promise.all(Array.from({ length: networks }, (_, index) => from(addressOf(index))))
  const statuses = new Map<number, number>()
  let honest = 200
  for (let round = 0; round < guesses; round += 1) {
    for (const guesser of guessers) {
      const { status } = await guesser.call('POST', BALANCE, { code: shop.services.random.readable(16) })
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
    if (round % 10 > 0) continue
    const owner = await from(`30.0.${round >> 8}.${round & 255}`)
    const { status } = await owner.call('POST', BALANCE, { code: HONEST_CODE })
    if (status !== 200) honest = status
  }
  return {
    found: statuses.get(200) ?? 0,
    answered: statuses.get(422) ?? 0,
    refused: statuses.get(429) ?? 0,
    honest,
  }
}
