import type { Child } from 'hono/jsx'
import { Icon } from './icon.tsx'

/** `banner` and `marquee` autoplay; `strip` and `nav` scroll freely; `slider` is the generic kind. */
type SliderKind = 'banner' | 'cards' | 'strip' | 'nav' | 'marquee' | 'slider'

type SliderProps = {
  id?: string
  kind: SliderKind
  label?: string
  labelledby?: string
  /** Two slides at a time from 768 px, three from 1,024 px. */
  several?: boolean
  autoplay?: boolean
  class?: string
  children?: Child
}

export const Slider = ({
  id,
  kind,
  label,
  labelledby,
  several,
  autoplay,
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
    data-slider-turns-value={autoplay ? 'true' : undefined}
  >
    {children}
  </section>
)

/** Its one child is the row, whose children are the slides. Swiper finds each by its first class. */
export const SliderWindow = ({ children }: { children?: Child }) => (
  <div class="slider__window" data-slider-target="window">
    {children}
  </div>
)

type SlideProps = { place: number; count: number; class: string; children?: Child }

/** For a slider that shows one slide at a time; `place` counts from 0. */
export const Slide = ({ place, count, class: name, children }: SlideProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a slide is not a fieldset
  <div class={name} role="group" aria-roledescription="slide" aria-label={`${place + 1} of ${count}`}>
    {children}
  </div>
)

type ControlProps = {
  of: string
  count: number
}

export const SliderBack = ({ of, count }: ControlProps) =>
  count > 1 ? (
    <button type="button" class="slider__push" data-slider-target="back" data-action="slider#back">
      <Icon name="back" />
      <span class="visually-hidden">Previous: {of}</span>
    </button>
  ) : null

export const SliderNext = ({ of, count }: ControlProps) =>
  count > 1 ? (
    <button type="button" class="slider__push" data-slider-target="onward" data-action="slider#next">
      <Icon name="onward" />
      <span class="visually-hidden">Next: {of}</span>
    </button>
  ) : null

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
      {Array.from({ length: count }, (_, index) => (
        <button
          type="button"
          class="slider__bullet"
          aria-label={`${index + 1} of ${count}: ${of}`}
          aria-current={index === 0 ? 'true' : undefined}
          data-slider-target="bullet"
          data-action="slider#show"
          data-slider-slide-param={String(index)}
        />
      ))}
    </div>
  ) : null
