import type { Child } from 'hono/jsx'
import { Icon } from './icon.tsx'

/** `banner` and `marquee` go on by themselves; `strip` and `nav` are pushed freely; `slider` is for all the rest. */
type SliderKind = 'banner' | 'cards' | 'strip' | 'nav' | 'marquee' | 'slider'

type SliderProps = {
  id?: string
  kind: SliderKind
  /** What it is, for those who do not see it; or the id of the heading that says so. */
  label?: string
  labelledby?: string
  /** More than one slide at a time, where there is room: two from 768 px, three from 1,024 px. */
  several?: boolean
  /** Shows the next slide by itself every 5 seconds, as a banner always does. */
  turns?: boolean
  class?: string
  children?: Child
}

/** Slides in a row, with their controls around them. Without scripts the row is pushed sideways by hand. */
export const Slider = ({
  id,
  kind,
  label,
  labelledby,
  several,
  turns,
  class: more,
  children,
}: SliderProps) => (
  <section
    id={id}
    class={['slider', `slider--${kind}`, several && 'slider--several', more].filter(Boolean).join(' ')}
    aria-roledescription="carousel"
    aria-label={label}
    aria-labelledby={labelledby}
    data-controller="slider"
    data-slider-kind-value={kind}
    data-slider-several-value={several ? 'true' : undefined}
    data-slider-turns-value={turns ? 'true' : undefined}
  >
    {children}
  </section>
)

/** Its one child is the row, the row's children are the slides. The first class of each is what they are found by. */
export const SliderWindow = ({ children }: { children?: Child }) => (
  <div class="slider__window" data-slider-target="window">
    {children}
  </div>
)

type SlideProps = { place: number; count: number; class: string; children?: Child }

/** A slide of a slider that shows one at a time; `place` counts from 0. */
export const Slide = ({ place, count, class: name, children }: SlideProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a slide is no part of a form
  <div class={name} role="group" aria-roledescription="slide" aria-label={`${place + 1} of ${count}`}>
    {children}
  </div>
)

type ControlProps = {
  /** What it moves, for those who hear the control's name. */
  of: string
  /** A single slide needs no controls. */
  count: number
}

export const SliderBack = ({ of, count }: ControlProps) =>
  count > 1 ? (
    <button type="button" class="slider__push" data-slider-target="back" data-action="slider#back">
      <Icon name="back" />
      <span class="visually-hidden">Earlier: {of}</span>
    </button>
  ) : null

export const SliderNext = ({ of, count }: ControlProps) =>
  count > 1 ? (
    <button type="button" class="slider__push" data-slider-target="onward" data-action="slider#next">
      <Icon name="onward" />
      <span class="visually-hidden">Further: {of}</span>
    </button>
  ) : null

/** For what goes on by itself; pressed, it stands. */
export const SliderPause = ({ of, count }: ControlProps) =>
  count > 1 ? (
    <button
      type="button"
      class="slider__push slider__pause"
      aria-pressed="false"
      data-slider-target="pause"
      data-action="slider#togglePause"
    >
      <Icon name="pause" />
      <Icon name="play" />
      <span class="visually-hidden">Pause: {of}</span>
    </button>
  ) : null

export const SliderBullets = ({ of, count }: ControlProps) =>
  count > 1 ? (
    <div class="slider__bullets">
      {Array.from({ length: count }, (_, place) => (
        <button
          type="button"
          class="slider__bullet"
          aria-label={`${place + 1} of ${count}: ${of}`}
          aria-current={place === 0 ? 'true' : undefined}
          data-slider-target="bullet"
          data-action="slider#show"
          data-slider-slide-param={String(place)}
        />
      ))}
    </div>
  ) : null
