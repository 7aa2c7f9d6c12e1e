import { pushToDataLayer } from './report.ts'

const LOADED_AFTER_MS = 5_000
const TRIES = 20
const TRY_MS = 500

type Attentive = { trigger?(...parts: unknown[]): void }

const attentive = () => (window as Window & { __attentive?: Attentive }).__attentive

export const isAttentiveLoaded = () => attentive() !== undefined

/** Reports a script that a blocker or the network kept away. */
export function watchAttentive() {
  setTimeout(() => {
    if (!isAttentiveLoaded()) pushToDataLayer({ event: 'attentive-script-failure' })
  }, LOADED_AFTER_MS)
}

/** @returns whether the offer was opened: its creative loads after the script, so that takes up to ten seconds */
export async function openTextOffer(): Promise<boolean> {
  for (let tries = 0; tries < TRIES; tries++) {
    const ready = attentive()
    if (typeof ready?.trigger === 'function') {
      ready.trigger()
      return true
    }
    await new Promise((resolve) => setTimeout(resolve, TRY_MS))
  }
  return false
}
