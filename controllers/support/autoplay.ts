export type Motion = { start(): void; stop(): void }

export type Hold = 'paused' | 'pointer' | 'focus' | 'resize' | 'hidden'

/** Runs a motion while nothing holds it. */
export class Autoplay {
  #motion: Motion
  #holds = new Set<Hold>(['hidden'])
  #notify = () => {}

  constructor(motion: Motion) {
    this.#motion = motion
  }

  get isRunning() {
    return this.#holds.size === 0
  }

  get isPaused() {
    return this.#holds.has('paused')
  }

  onChange(listener: () => void) {
    this.#notify = listener
  }

  hold(reason: Hold) {
    this.#change(() => this.#holds.add(reason))
  }

  release(reason: Hold) {
    this.#change(() => this.#holds.delete(reason))
  }

  /** Play clears every hold: the pointer and the focus are on the button, yet the slides should visibly move. */
  toggle() {
    if (!this.isPaused) this.hold('paused')
    else this.#change(() => this.#holds.clear())
  }

  #change(change: () => void) {
    const wasRunning = this.isRunning
    change()
    if (this.isRunning === wasRunning) return
    if (this.isRunning) this.#motion.start()
    else this.#motion.stop()
    this.#notify()
  }
}
