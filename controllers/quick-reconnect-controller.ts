import { Controller } from '@hotwired/stimulus'
import { cache } from '@hotwired/turbo'
import { type Connection, cable } from '@hotwired/turbo-rails'

const FIRST_DELAY_MS = 1_000
const MAX_TRIES = 5

/** Reconnects within two seconds, where the stock client takes 6 to 18. Gives up after a few tries. */
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
    // Jitter, so that pages do not reconnect all at once. The page's age in milliseconds is random enough.
    const jitter = (performance.now() % 1_000) / 1_000
    this.#timer = window.setTimeout(() => this.#check(), FIRST_DELAY_MS * 2 ** this.#tries * (1 + jitter))
  }

  async #check() {
    const timer = this.#timer
    const { connection } = await cable.getConsumer()
    if (this.#timer !== timer) return
    if (connection.isOpen()) this.#tries = 0
    else if (canReopen(connection) && !document.hidden && this.#tries < MAX_TRIES) {
      this.#tries += 1
      connection.open()
    } else if (!connection.monitor.isRunning()) cache.clear() // the pages of a session that ended, as in another tab
    this.#wait()
  }
}

/** The server stops the monitor when it does not want the client back. */
const canReopen = (connection: Connection) => !connection.isActive() && connection.monitor.isRunning()
