import { filtersQuery } from '#src/catalog/filter-rules.ts'
import type { HomeRow as HomeRowFacts } from '#src/catalog/home-rows.ts'
import { paths } from '#src/paths.ts'
import { Slider, SliderBack, SliderNext, SliderWindow } from '../shared/slider.tsx'
import { ListingCards } from './listing-cards.tsx'

export const HomeRow = ({ row: { id, title, intro, filters, cards } }: { row: HomeRowFacts }) => (
  <Slider kind="cards" class="section" labelledby={`${id}_title`}>
    <header class="section__head">
      <div>
        <h2 class="section__title" id={`${id}_title`}>
          {title}
        </h2>
        <p class="section__words">{intro}</p>
      </div>
      <div class="slider__ways">
        <a class="section__more" href={paths.shop() + filtersQuery(filters)}>
          See all<span class="visually-hidden">: {title}</span>
        </a>
        <SliderBack of={title} count={cards.length} />
        <SliderNext of={title} count={cards.length} />
      </div>
    </header>
    <SliderWindow>
      <ListingCards cards={cards} lazy kind="row" />
    </SliderWindow>
  </Slider>
)
