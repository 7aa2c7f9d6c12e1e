/** Past this, networks that are idle again are forgotten, then the oldest. */
const MAX_NETWORKS = 50_000

export type Share = { millisecondsPerSecond: number; burst: number }

type Balance = { left: number; at: number }

/** Token buckets of thread time: each network may spend a share of every second, and a burst at once. */
export function createShares({ millisecondsPerSecond, burst }: Share) {
  const balances = new Map<string, Balance>()

  function refilled(network: string, now: number): Balance | undefined {
    const balance = balances.get(network)
    if (!balance) return undefined
    balance.left = Math.min(burst, balance.left + ((now - balance.at) / 1000) * millisecondsPerSecond)
    balance.at = now
    return balance
  }

  function makeRoom(now: number) {
    for (const network of balances.keys()) {
      if (refilled(network, now)?.left === burst) balances.delete(network)
    }
    for (const network of balances.keys()) {
      if (balances.size < MAX_NETWORKS) return
      balances.delete(network)
    }
  }

  return {
    /** @returns seconds, or 0 while something is left */
    secondsToWait(network: string, now: number): number {
      const left = refilled(network, now)?.left ?? burst
      return left > 0 ? 0 : Math.ceil((1 - left) / millisecondsPerSecond)
    },
    spend(network: string, milliseconds: number, now: number) {
      const balance = refilled(network, now)
      if (balance) {
        balance.left -= milliseconds
        return
      }
      if (balances.size >= MAX_NETWORKS) makeRoom(now)
      balances.set(network, { left: burst - milliseconds, at: now })
    },
  }
}
