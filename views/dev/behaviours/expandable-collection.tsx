import { Expandable } from '../../shared/expandable.tsx'

const numbered = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

/** More than six cards, more than eight choices with a hidden one checked, and a collection too small to collapse. */
export const ExpandableCollectionExamples = () => (
  <>
    <section id="cards" class="section" aria-label="Cards">
      <Cards id="nine_cards" count={9} />
    </section>
    <section id="choices" class="section" aria-label="Choices">
      <Expandable id="eleven_choices" count={11} limit={8} things="cuts">
        <ul id="eleven_choices">
          {numbered(11).map((number) => (
            <li>
              <label>
                <input type="checkbox" checked={number === 10} /> Cut {number}
              </label>
            </li>
          ))}
        </ul>
      </Expandable>
    </section>
    <section id="few" class="section" aria-label="Few">
      <Cards id="six_cards" count={6} />
    </section>
  </>
)

const Cards = ({ id, count }: { id: string; count: number }) => (
  <Expandable id={id} count={count} things="cards">
    <ul id={id}>
      {numbered(count).map((number) => (
        <li>
          <a href={`#${id}`}>Card {number}</a>
        </li>
      ))}
    </ul>
  </Expandable>
)
