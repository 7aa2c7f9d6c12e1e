import { Controller } from '@hotwired/stimulus'

/** Pushes a row of cards a screenful to either side, and says when there is no further to go. */
export default class extends Controller<HTMLElement> {
  static override targets = ['row', 'back', 'onward']
  declare readonly rowTarget: HTMLElement
  declare readonly backTarget: HTMLButtonElement
  declare readonly onwardTarget: HTMLButtonElement

  override connect() {
    this.mark()
  }

  back() {
    this.#push(-1)
  }

  onward() {
    this.#push(1)
  }

  mark() {
    const { scrollLeft, clientWidth, scrollWidth } = this.rowTarget
    this.backTarget.disabled = scrollLeft <= 1
    this.onwardTarget.disabled = scrollLeft + clientWidth >= scrollWidth - 1
  }

  #push(screens: number) {
    this.rowTarget.scrollBy({ left: screens * this.rowTarget.clientWidth })
  }
}
