import { usePage } from '../shared/page-facts.ts'
import { Slider, SliderPause, SliderWindow } from '../shared/slider.tsx'

const LABEL = 'As seen in'

export function HomePress() {
  const { papers } = usePage().written
  if (papers.length === 0) return null
  return (
    <Slider kind="marquee" class="press" label={LABEL}>
      <div class="press__head">
        <p>{LABEL}</p>
        <SliderPause of="press names" count={papers.length} />
      </div>
      <SliderWindow>
        <ul class="press__row">
          {papers.map(({ name, manner }) => (
            <li class={`press__paper press__paper--${manner}`}>{name}</li>
          ))}
        </ul>
      </SliderWindow>
    </Slider>
  )
}
