import { Slider, SliderPause, SliderWindow } from '../shared/slider.tsx'

/** Made up for the demo. */
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

const LABEL = 'As seen in'

export const HomePress = () => (
  <Slider kind="marquee" class="press" label={LABEL}>
    <div class="press__head">
      <p>{LABEL}</p>
      <SliderPause of="press names" count={PAPERS.length} />
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
