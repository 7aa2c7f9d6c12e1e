import type { Slide } from '#src/shop-settings/page-settings.ts'
import { Banner, type BannerSheet } from './home-banner.tsx'

export const ownSheet = ({ kicker, title, text, link, words, picture }: Slide): BannerSheet => ({
  kicker,
  title,
  text,
  ways: (
    <a class="button" href={link}>
      {words}
    </a>
  ),
  picture: picture || null,
})

/** For the preview of a change, by themselves. */
export const OwnSlides = ({ slides }: { slides: Slide[] }) =>
  slides.length === 0 ? null : <Banner label="Your slides" sheets={slides.map(ownSheet)} />
