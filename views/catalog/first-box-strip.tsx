import { cutsWords } from '#src/catalog/bundle-rules.ts'
import { formatCents } from '#src/money.ts'
import { paths } from '#src/paths.ts'
import { usePage } from '../shared/page-facts.ts'
import { Picture } from '../shared/picture.tsx'
import { Slider, SliderWindow } from '../shared/slider.tsx'

/** Boxes at one price: scrolls freely on a phone, and stands still from 768 px up (SLD-1). */
export function FirstBoxStrip() {
  const { bundles } = usePage()
  if (bundles.length === 0) return null
  return (
    <Slider kind="strip" class="section" labelledby="first_box_title">
      <header class="section__head">
        <div>
          <h2 class="section__title" id="first_box_title">
            Your first box, one price
          </h2>
          <p class="section__words">Pick the cuts; the price stays put.</p>
        </div>
        <a class="section__more" href={paths.firstBox()}>
          Build your box
        </a>
      </header>
      <SliderWindow>
        <ul class="boxes">
          {bundles.map(({ handle, name, summary, slots, priceCents, pictures }) => (
            <li class="product-card">
              <div class="product-card__mosaic">
                {pictures.slice(0, 2).map((picture) => (
                  <Picture name={picture} sizes="(width < 48em) 35vw, 300px" alt="" />
                ))}
              </div>
              <div class="product-card__words">
                <h3 class="product-card__name">
                  <a class="product-card__link" href={paths.firstBox({ bundle: handle })}>
                    {name}
                  </a>
                </h3>
                <p>
                  {cutsWords(slots)}. {summary}
                </p>
                <p>
                  <b>{formatCents(priceCents)}</b>
                </p>
              </div>
            </li>
          ))}
        </ul>
      </SliderWindow>
    </Slider>
  )
}
