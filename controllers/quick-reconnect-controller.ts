import { Controller } from '@hotwired/stimulus'
import { type Connection, cable } from '@hotwired/turbo-rails'

const FIRST_PAUSE_MS = 1_000
const MOST_TRIES = 5

/**
 * The stock client looks for a server that went away 6 to 18 seconds later. Somebody who is looking at the page should
 * not wait that long: this opens the line again within two seconds, a few times less and less often, and then leaves it
 * to the client. Each at a moment of its own, so that a server which restarts does not meet everybody at once.
 */
export default class extends Controller {
  #timer: number | undefined
  #tries = 0

  override connect() {
    this.#wait()
  }

  override disconnect() {
    window.clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #wait() {
    // Since when a page has been open is as good as chance: no two of many share it to the millisecond.
    const share = (performance.now() % 1_000) / 1_000
    this.#timer = window.setTimeout(() => this.#look(), FIRST_PAUSE_MS * 2 ** this.#tries * (1 + share))
  }

  async #look() {
    const timer = this.#timer
    const { connection } = await cable.getConsumer()
    if (this.#timer !== timer) return // the page was left meanwhile
    if (connection.isOpen()) this.#tries = 0
    else if (isWanted(connection) && !document.hidden && this.#tries < MOST_TRIES) {
      this.#tries += 1
      connection.open()
    }
    this.#wait()
  }
}

/** Neither on its way already, nor closed for good by a server that does not want it back. */
const isWanted = (connection: Connection) => !connection.isActive() && connection.monitor.isRunning()
