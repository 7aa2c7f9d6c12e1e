import { Slider, SliderPause, SliderWindow } from '../shared/slider.tsx'

/** Papers of the demo's making, each with its manner of writing itself. */
const PAPERS = [
  { name: 'The Evening Trivet', manner: 'roman' },
  { name: 'Gravy & Ink', manner: 'plain' },
  { name: 'Saltlick Review', manner: 'capitals' },
  { name: 'The Slow Skillet', manner: 'roman' },
  { name: 'Larderwright', manner: 'heavy' },
  { name: 'Prairie & Pan', manner: 'capitals' },
  { name: 'The Marrow Post', manner: 'heavy' },
  { name: 'Hearthside Weekly', manner: 'plain' },
] as const

const LABEL = 'Written about in'

/** The names of those who wrote about the shop, passing by. */
export const HomePress = () => (
  <Slider kind="marquee" class="press" label={LABEL}>
    <div class="press__head">
      <p>{LABEL}</p>
      <SliderPause of="the names passing by" count={PAPERS.length} />
    </div>
    <SliderWindow>
      <ul class="press__row">
        {PAPERS.map(({ name, manner }) => (
          <li class={`press__paper press__paper--${manner}`}>{name}</li>
        ))}
      </ul>
    </SliderWindow>
  </Slider>
)
