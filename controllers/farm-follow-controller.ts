import { Controller } from '@hotwired/stimulus'
import { cache, visit } from '@hotwired/turbo'
import { pageToken } from './support/page-token.ts'

/** Follows a farm, or stops, without leaving the page (BEH-21). What the button shows is taken back on a refusal. */
export default class extends Controller<HTMLFormElement> {
  static override targets = ['button', 'word']
  static override values = { follow: String, unfollow: String }
  declare readonly buttonTarget: HTMLButtonElement
  declare readonly wordTarget: HTMLElement
  declare readonly followValue: string
  declare readonly unfollowValue: string

  #sending: AbortController | null = null

  override disconnect() {
    this.#sending?.abort()
    this.#sending = null
  }

  async toggle(event: Event) {
    event.preventDefault()
    if (this.#sending) return
    const [wanted, url] = [!this.#isFollowing, this.element.action]
    this.#show(wanted)
    const sending = new AbortController()
    this.#sending = sending
    const isDone = await isAccepted(url, sending.signal)
    if (sending.signal.aborted) return
    this.#sending = null
    cache.clear() // Turbo's cached pages show the button as it was
    if (isDone) return
    this.#show(!wanted)
    visit(url) // the plain way says what is wrong, or leads to sign-in
  }

  get #isFollowing() {
    return this.buttonTarget.getAttribute('aria-pressed') === 'true'
  }

  #show(isFollowing: boolean) {
    this.buttonTarget.setAttribute('aria-pressed', String(isFollowing))
    this.wordTarget.textContent = isFollowing ? 'Following' : 'Follow'
    this.element.setAttribute('action', isFollowing ? this.unfollowValue : this.followValue)
  }
}

async function isAccepted(url: string, signal: AbortSignal): Promise<boolean> {
  try {
    const headers = { Accept: 'application/json', 'X-CSRF-Token': pageToken() }
    return (await fetch(url, { headers, signal })).ok
  } catch {
    return false
  }
}
