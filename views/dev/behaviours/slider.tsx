import type { FC } from 'hono/jsx'
import { Banner } from '../../catalog/home-banner.tsx'
import { HomePress } from '../../catalog/home-press.tsx'
import {
  Slide,
  Slider,
  SliderBack,
  SliderBullets,
  SliderNext,
  SliderPause,
  SliderWindow,
} from '../../shared/slider.tsx'

export const SliderExamples = () => (
  <>
    {EXAMPLES.map(({ id, title, Example }) => (
      <div class="section">
        <header class="section__head">
          <h2 class="section__title" id={`${id}_title`}>
            {title}
          </h2>
        </header>
        <div id={id}>
          <Example />
        </div>
      </div>
    ))}
  </>
)

const sheet = (number: number) => ({
  kicker: 'Banner',
  title: `Sheet ${number}`,
  text: 'Changes by itself every five seconds.',
  ways: <a href="#banner">A link on sheet {number}</a>,
  picture: ['farm-three-larks-ranch', 'farm-winterbourne-farm', 'farm-barataria-light'][number - 1] ?? null,
})

const Tile = ({ name }: { name: string }) => (
  <li class="product-card">
    <div class="product-card__words">
      <h3 class="product-card__name">
        <a class="product-card__link" href={`#${name.toLowerCase().replaceAll(' ', '_')}`}>
          {name}
        </a>
      </h3>
    </div>
  </li>
)

const numbered = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

const Cards = ({ count, of }: { count: number; of: string }) => (
  <Slider kind="cards" label={of}>
    <div class="slider__ways">
      <SliderBack of={of} count={count} />
      <SliderNext of={of} count={count} />
    </div>
    <SliderWindow>
      <ul class="shelf shelf--row">
        {numbered(count).map((number) => (
          <Tile name={`${of} ${number}`} />
        ))}
      </ul>
    </SliderWindow>
  </Slider>
)

const FirstBox = () => (
  <Slider kind="strip" label="First boxes">
    <SliderWindow>
      <ul class="boxes">
        {numbered(4).map((number) => (
          <Tile name={`First box ${number}`} />
        ))}
      </ul>
    </SliderWindow>
  </Slider>
)

const Nav = () => (
  <Slider kind="nav" label="Categories">
    <SliderWindow>
      <ul class="shelves">
        {numbered(24).map((number) => (
          <li class="shelves__one">
            <a class="chip" href={`#shelf_${number}`}>
              Category {number}
            </a>
          </li>
        ))}
      </ul>
    </SliderWindow>
  </Slider>
)

type PlainProps = {
  label: string
  count?: number
  several?: boolean
  autoplay?: boolean
  pushes?: boolean
  bullets?: boolean
}

const plain =
  ({
    label,
    count = 6,
    several = false,
    autoplay = false,
    pushes = false,
    bullets = false,
  }: PlainProps): FC =>
  () => (
    <Slider kind="slider" label={label} several={several} autoplay={autoplay}>
      <div class="slider__ways">
        {autoplay && <SliderPause of={label} count={count} />}
        {pushes && <SliderBack of={label} count={count} />}
        {bullets && <SliderBullets of={label} count={count} />}
        {pushes && <SliderNext of={label} count={count} />}
      </div>
      <SliderWindow>
        <div class="leaves">
          {numbered(count).map((number) => (
            <Slide class="leaves__one" place={number - 1} count={count}>
              <a class="button button--quiet button--wide" href={`#leaf_${number}`}>
                Leaf {number}
              </a>
            </Slide>
          ))}
        </div>
      </SliderWindow>
    </Slider>
  )

const EXAMPLES: { id: string; title: string; Example: FC }[] = [
  {
    id: 'banner',
    title: 'Banner',
    Example: () => <Banner label="Three sheets" sheets={numbered(3).map(sheet)} />,
  },
  {
    id: 'single_banner',
    title: 'Banner with one sheet',
    Example: () => <Banner label="One sheet" sheets={[sheet(1)]} />,
  },
  { id: 'cards', title: 'Card carousel', Example: () => <Cards count={12} of="Card" /> },
  { id: 'few_cards', title: 'Card carousel with three cards', Example: () => <Cards count={3} of="Few" /> },
  { id: 'strip', title: 'First-box strip, below 768 px', Example: FirstBox },
  { id: 'nav', title: 'Navigation strip', Example: Nav },
  { id: 'marquee', title: 'Press marquee', Example: HomePress },
  { id: 'plain', title: 'Slider without controls', Example: plain({ label: 'Bare' }) },
  { id: 'pushed', title: 'Slider with buttons', Example: plain({ label: 'Pushed', pushes: true }) },
  { id: 'bullets', title: 'Slider with bullets', Example: plain({ label: 'Picked', bullets: true }) },
  {
    id: 'turning',
    title: 'Slider with autoplay',
    Example: plain({ label: 'Turning', autoplay: true, bullets: true, pushes: true }),
  },
  {
    id: 'several',
    title: 'Slider with several slides in view',
    Example: plain({ label: 'Several', several: true, pushes: true, bullets: true }),
  },
  {
    id: 'one',
    title: 'Slider with one slide',
    Example: plain({ label: 'Alone', count: 1, autoplay: true, pushes: true, bullets: true }),
  },
]
