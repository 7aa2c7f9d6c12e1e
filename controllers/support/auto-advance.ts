/** What goes on by itself from `start` to `stop`. */
export type Motion = { start(): void; stop(): void }

/** Why it rests: somebody said so, has the pointer or the focus in it, or changes its size; or nobody can see it. */
export type Hold = 'asked' | 'pointer' | 'focus' | 'resize' | 'unseen'

/** Lets a motion go on while nothing holds it. */
export class Turning {
  #motion: Motion
  #holds = new Set<Hold>(['unseen'])
  #tell = () => {}

  constructor(motion: Motion) {
    this.#motion = motion
  }

  get turns() {
    return this.#holds.size === 0
  }

  get isStopped() {
    return this.#holds.has('asked')
  }

  /** Has `listen` told whenever it begins or ceases to turn. */
  tell(listen: () => void) {
    this.#tell = listen
  }

  hold(why: Hold) {
    this.#change(() => this.#holds.add(why))
  }

  release(why: Hold) {
    this.#change(() => this.#holds.delete(why))
  }

  /** Who lets it go on again wants to see that, though pointer and focus are on what was pressed. */
  toggle() {
    if (!this.isStopped) this.hold('asked')
    else this.#change(() => this.#holds.clear())
  }

  #change(change: () => void) {
    const turned = this.turns
    change()
    if (this.turns === turned) return
    if (this.turns) this.#motion.start()
    else this.#motion.stop()
    this.#tell()
  }
}
