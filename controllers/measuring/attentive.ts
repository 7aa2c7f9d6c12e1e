import { pushToDataLayer } from './report.ts'

const LOADED_AFTER_MS = 5_000
const TRIES = 20
const TRY_MS = 500
const BUTTON_POLL_MS = 100

type Attentive = { trigger(...parts: unknown[]): void }

const attentive = () => (window as Window & { __attentive?: Attentive }).__attentive
const buttons = () => [...document.querySelectorAll<HTMLElement>('[data-text-offer]')]

/** Buttons that open its offer of texts stay hidden until its script has loaded. */
export function watchAttentive() {
  const poll = setInterval(() => {
    if (!attentive()) return
    clearInterval(poll)
    for (const button of buttons()) {
      button.hidden = false
      button.addEventListener('click', () => void openTextOffer())
    }
  }, BUTTON_POLL_MS)
  setTimeout(() => {
    if (attentive()) return
    clearInterval(poll)
    pushToDataLayer({ event: 'attentive-script-failure' })
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
