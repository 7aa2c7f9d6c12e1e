import type { Child } from 'hono/jsx'
import { Picture } from '../shared/picture.tsx'
import {
  Slide,
  Slider,
  SliderBack,
  SliderBullets,
  SliderNext,
  SliderPause,
  SliderWindow,
} from '../shared/slider.tsx'

export type BannerSheet = { kicker: string; title: string; text: Child; ways: Child; picture: string | null }

/** The first picture loads first, because it is visible when the page opens. */
export const Banner = ({ label, sheets }: { label: string; sheets: BannerSheet[] }) => (
  <Slider kind="banner" class="banner" label={label}>
    <div class="banner__controls">
      <SliderPause of={label} count={sheets.length} />
      <SliderBack of={label} count={sheets.length} />
      <SliderBullets of={label} count={sheets.length} />
      <SliderNext of={label} count={sheets.length} />
    </div>
    <SliderWindow>
      <div class="banner__row">
        {sheets.map((sheet, index) => (
          <Slide class="banner__sheet" place={index} count={sheets.length}>
            <Sheet {...sheet} isFirst={index === 0} />
          </Slide>
        ))}
      </div>
    </SliderWindow>
  </Slider>
)

const SIZES = '(width >= 79em) 600px, (width >= 51.25em) 48vw, 92vw'

const Sheet = ({ kicker, title, text, ways, picture, isFirst }: BannerSheet & { isFirst: boolean }) => (
  <>
    <div class="banner__words">
      <p class="banner__kicker">{kicker}</p>
      <h2 class="banner__title">{title}</h2>
      <p class="banner__text">{text}</p>
      <p class="banner__ways">{ways}</p>
    </div>
    {picture && (
      <div class="banner__picture">
        <Picture name={picture} sizes={SIZES} priority={isFirst ? 'first' : 'lazy'} />
      </div>
    )}
  </>
)
