import { Controller } from '@hotwired/stimulus'

type Outcome = '' | 'right' | 'wrong' | 'done'

/** Tones in hertz, one after the other, and a pattern for the hand, both told apart without looking. */
const SIGNALS: Record<Exclude<Outcome, ''>, { tones: number[]; wave: OscillatorType; pattern: number[] }> = {
  right: { tones: [880], wave: 'sine', pattern: [60] },
  wrong: { tones: [196, 147], wave: 'square', pattern: [250, 120, 250] },
  done: { tones: [660, 880, 1_320], wave: 'sine', pattern: [60, 60, 60, 60, 120] },
}

const TONE_SECONDS = 0.14
const VOLUME = 0.15

/** What was scanned is heard and felt, and the next scan always finds its field (FUL-11). */
export default class extends Controller<HTMLElement> {
  static override targets = ['field']
  static override values = { outcome: String }
  declare readonly hasFieldTarget: boolean
  declare readonly fieldTarget: HTMLInputElement
  declare readonly outcomeValue: Outcome

  #audio: AudioContext | null = null

  override connect() {
    const summary = this.#coveringForm()?.querySelector('summary')
    if (summary) summary.focus({ preventScroll: true })
    else this.#focus()
    if (this.outcomeValue !== '') this.#signal(this.outcomeValue)
  }

  override disconnect() {
    this.#audio?.close()
    this.#audio = null
  }

  /**
   * A scanner types wherever the focus is, and ends with Enter: on a button that was pressed before, that would press
   * it again. A person who fills in something else, or presses a button with the space bar, is left alone.
   */
  listen({ key, target }: KeyboardEvent) {
    const isTyping = target instanceof HTMLElement && target.matches('input, select, textarea')
    if (key.length !== 1 || key === ' ' || isTyping) return
    this.#coveringForm()?.removeAttribute('open')
    this.#focus()
  }

  /** A scan that had waited, of which no page tells. */
  refused() {
    this.#signal('wrong')
  }

  /** On a small phone, the open form about a missing pack hides the field. */
  #coveringForm(): Element | null {
    const isCovered = this.hasFieldTarget && !this.fieldTarget.checkVisibility()
    return isCovered ? this.element.querySelector('details[open]') : null
  }

  #focus() {
    if (this.hasFieldTarget) this.fieldTarget.focus({ preventScroll: true })
  }

  #signal(outcome: Exclude<Outcome, ''>) {
    const { tones, wave, pattern } = SIGNALS[outcome]
    navigator.vibrate?.(pattern)
    if (typeof AudioContext === 'undefined') return
    this.#audio?.close()
    const audio = new AudioContext()
    this.#audio = audio
    tones.forEach((frequency, index) => {
      play(audio, { frequency, wave, at: audio.currentTime + index * TONE_SECONDS })
    })
  }
}

function play(audio: AudioContext, tone: { frequency: number; wave: OscillatorType; at: number }) {
  const [oscillator, gain] = [audio.createOscillator(), audio.createGain()]
  oscillator.type = tone.wave
  oscillator.frequency.value = tone.frequency
  gain.gain.value = VOLUME
  oscillator.connect(gain).connect(audio.destination)
  oscillator.start(tone.at)
  oscillator.stop(tone.at + TONE_SECONDS)
}
