import { gapSentence, gapsIn, pickedIn } from '#src/catalog/bundle-rules.ts'
import { formatCents } from '#src/money.ts'
import { usePage } from '../shared/page-facts.ts'
import { Picture } from '../shared/picture.tsx'
import { type FirstBoxProps, groupId } from './first-box-page.tsx'

type Slot = { picture: string | null; words: string }

/** The box from above, what is in it in words, and the way on. On a phone it's a bar at the bottom. */
export const FirstBoxSide = (props: FirstBoxProps) => {
  const { bundle, picks, lineToken } = props
  const { earliest, freeDeliveryFromCents } = usePage()
  const picked = bundle.groups.reduce((sum, group) => sum + pickedIn(group, picks), 0)
  return (
    <aside class="first-box__side" aria-label="Your box">
      <p class="first-box__head">
        <b class="first-box__title">{bundle.name}</b>
        <span class="first-box__count">
          <span data-first-box-target="total">{`${picked} of ${bundle.slots}`}</span> ·{' '}
          <b>{formatCents(bundle.priceCents)}</b>
        </span>
      </p>
      <div class="carton first-box__carton" aria-hidden="true">
        <ul class="carton__slots" data-first-box-target="carton">
          {slotsFilled(props).map(({ picture, words }) => (
            <li class={picture === null ? 'carton__slot carton__slot--free' : 'carton__slot'}>
              {picture === null ? words : <Picture name={picture} sizes="7rem" alt="" />}
            </li>
          ))}
        </ul>
      </div>
      <ul class="first-box__list" data-first-box-target="list">
        {bundle.groups.flatMap(({ choices }) =>
          choices
            .filter(({ token }) => (picks[token] ?? 0) > 0)
            .map(({ token, name, label }) => <li>{`${picks[token]} × ${name}, ${label}`}</li>),
        )}
      </ul>
      <p class="first-box__saving" data-first-box-target="saving" hidden />
      <p class="first-box__still" role="status" data-first-box-target="still">
        {stillWords(props)}
      </p>
      <a
        class="button button--quiet first-box__next"
        href={`#${groupId(0)}`}
        hidden
        data-first-box-target="next"
        data-action="first-box#goOn"
      >
        Next
      </a>
      <button type="submit" class="button first-box__add" data-first-box-target="add">
        {lineToken ? 'Save these cuts' : `Add to Box · ${formatCents(bundle.priceCents)}`}
      </button>
      <p class="first-box__hint">
        {bundle.priceCents >= freeDeliveryFromCents ? 'Delivery is free for this box. ' : ''}
        {earliest && `Comes as early as ${earliest}, frozen hard.`}
      </p>
    </aside>
  )
}

const stillWords = ({ bundle, picks }: FirstBoxProps): string =>
  gapsIn(bundle.groups, picks).map(gapSentence).join(' ')

/** A slot per cut, group by group. */
const slotsFilled = ({ bundle, picks }: FirstBoxProps): Slot[] =>
  bundle.groups.flatMap(({ name, slots, choices }) => {
    const filled = choices.flatMap(({ token, pictures }) =>
      Array.from({ length: picks[token] ?? 0 }, () => ({ picture: pictures[0] ?? '', words: name })),
    )
    const empty = Array.from({ length: Math.max(0, slots - filled.length) }, () => ({
      picture: null,
      words: name,
    }))
    return [...filled, ...empty].slice(0, slots)
  })
