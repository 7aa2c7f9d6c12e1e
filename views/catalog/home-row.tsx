import { wishesQuery } from '#src/catalog/filter-rules.ts'
import type { HomeRow as HomeRowFacts } from '#src/catalog/home-rows.ts'
import { paths } from '#src/paths.ts'
import { Icon } from '../shared/icon.tsx'
import { Shelf } from './shelf.tsx'

/** Cards in one row that is pushed sideways, by hand, by wheel or by its buttons. */
export const HomeRow = ({ row: { id, title, words, wishes, cards } }: { row: HomeRowFacts }) => (
  <section class="section" aria-labelledby={`${id}_title`} data-controller="scroll-row">
    <header class="section__head">
      <div>
        <h2 class="section__title" id={`${id}_title`}>
          {title}
        </h2>
        <p class="section__words">{words}</p>
      </div>
      <div class="row-ways">
        <a class="section__more" href={paths.shop() + wishesQuery(wishes)}>
          See all<span class="visually-hidden">: {title}</span>
        </a>
        <button
          type="button"
          class="row-ways__push"
          data-scroll-row-target="back"
          data-action="scroll-row#back"
        >
          <Icon name="back" />
          <span class="visually-hidden">Earlier: {title}</span>
        </button>
        <button
          type="button"
          class="row-ways__push"
          data-scroll-row-target="onward"
          data-action="scroll-row#onward"
        >
          <Icon name="onward" />
          <span class="visually-hidden">Further: {title}</span>
        </button>
      </div>
    </header>
    <div
      class="row-window"
      data-scroll-row-target="row"
      data-action="scroll->scroll-row#mark resize@window->scroll-row#mark"
    >
      <Shelf cards={cards} lazy kind="row" />
    </div>
  </section>
)
