import { cutsWords, groupWords, type Picks, pickedIn } from '#src/catalog/bundle-rules.ts'
import type { BundleChoice, BundleForSale, BundleTeaser } from '#src/catalog/bundles.ts'
import { formatCents } from '#src/money.ts'
import { paths } from '#src/paths.ts'
import { Form } from '../shared/form.tsx'
import { Icon } from '../shared/icon.tsx'
import { Notice } from '../shared/notice.tsx'
import { Picture } from '../shared/picture.tsx'
import { FirstBoxSide } from './first-box-side.tsx'

export type FirstBoxProps = {
  bundle: BundleForSale
  sizes: BundleTeaser[]
  picks: Picks
  /** Of the bundle in the cart whose cuts are changed; null for a new one. */
  lineToken: string | null
  problem: string | null
  /** Tokens of picks that ran out meanwhile. */
  soldOut: string[]
}

/** A plain form with a number per cut. Scripts keep count, and swap cuts in a group that is full. */
export const FirstBoxPage = (props: FirstBoxProps) => (
  <Form
    class="first-box"
    id="first_box"
    action={props.lineToken ? paths.cartBundleLine(props.lineToken) : paths.cartBundle(props.bundle.handle)}
    method={props.lineToken ? 'put' : 'post'}
    data-controller="first-box"
    data-first-box-price-value={String(props.bundle.priceCents)}
  >
    <div class="first-box__cuts">
      <header class="page-head">
        <h1 class="page-head__title">
          {props.lineToken ? `Change your ${props.bundle.name}` : 'Your first box, one price'}
        </h1>
        <p class="first-box__lead">Pick the cuts; the price stays put.</p>
      </header>
      {props.problem && (
        <div role="alert">
          <Notice kind="danger" message={props.problem} />
        </div>
      )}
      {props.lineToken === null && <Sizes {...props} />}
      {props.bundle.groups.map((group, index) => (
        <Group {...props} group={group} index={index} />
      ))}
    </div>
    <FirstBoxSide {...props} />
  </Form>
)

const Sizes = ({ sizes, bundle }: FirstBoxProps) => (
  <nav class="sizes" aria-label="Sizes">
    {sizes.map(({ handle, name, summary, priceCents, slots }) => (
      <a
        class="size"
        href={paths.firstBox({ bundle: handle })}
        aria-current={handle === bundle.handle ? 'page' : undefined}
      >
        <b class="size__name">{name}</b>
        <span class="size__words">
          {cutsWords(slots)}. {summary}
        </span>
        <b class="size__price">{formatCents(priceCents)}</b>
      </a>
    ))}
  </nav>
)

type GroupOf = BundleForSale['groups'][number]
type GroupProps = FirstBoxProps & { group: GroupOf; index: number }

const Group = ({ group, index, picks, soldOut }: GroupProps) => {
  const picked = pickedIn(group, picks)
  const isFull = picked === group.slots
  return (
    <fieldset
      class={isFull ? 'pick-group pick-group--full' : 'pick-group'}
      id={groupId(index)}
      data-first-box-target="group"
      data-name={group.name}
      data-slots={String(group.slots)}
    >
      <legend class="pick-group__title" tabindex={-1}>
        {group.name}
      </legend>
      <p class="pick-group__count" data-first-box-target="count">
        {groupWords({ slots: group.slots, picked })}
      </p>
      <div class="picks">
        {group.choices.map((choice) => (
          <Choice
            choice={choice}
            slots={group.slots}
            picked={picks[choice.token] ?? 0}
            isGone={soldOut.includes(choice.token)}
          />
        ))}
      </div>
    </fieldset>
  )
}

export const groupId = (index: number) => `cuts_${index + 1}`

type ChoiceProps = { choice: BundleChoice; slots: number; picked: number; isGone: boolean }

function Choice({ choice, slots, picked, isGone }: ChoiceProps) {
  const { token, name, label, farm, pictures, priceCents, available } = choice
  const most = Math.min(slots, available, choice.maxQuantity)
  const isOut = most === 0 && picked === 0
  const id = `count_${token}`
  return (
    <div
      class={pickClass(picked > 0, isOut || isGone)}
      data-first-box-target="choice"
      data-name={`${name}, ${label}`}
      data-cents={String(priceCents)}
    >
      <div class="pick__picture">
        <Picture name={pictures[0] ?? ''} sizes="(width < 52em) 45vw, 180px" alt="" />
      </div>
      <div class="pick__words">
        <b class="pick__name">{name}</b>
        <span class="pick__detail">
          {label} · {farm}
        </span>
        {stockWords(available, slots) && <span class="pick__stock">{stockWords(available, slots)}</span>}
      </div>
      <div class="pick__number">
        <button
          type="button"
          class="pick__step"
          aria-label={`One less: ${name}, ${label}`}
          data-action="first-box#less"
          data-first-box-target="less"
        >
          <Icon name="minus" />
        </button>
        <label class="visually-hidden" for={id}>
          How many of {name}, {label}
        </label>
        <input
          id={id}
          class="pick__input"
          type="number"
          name={`counts[${token}]`}
          value={picked}
          min={0}
          max={Math.max(most, picked)}
          inputmode="numeric"
          autocomplete="off"
          disabled={isOut}
          data-first-box-target="input"
          data-action="first-box#type"
        />
        <button
          type="button"
          class="pick__step"
          aria-label={`Add ${name}, ${label}`}
          data-action="first-box#more"
          data-first-box-target="more"
          disabled={most === 0}
        >
          <Icon name="plus" />
          <Icon name="again" />
        </button>
      </div>
    </div>
  )
}

const pickClass = (isPicked: boolean, isOut: boolean) =>
  ['pick', isPicked && 'pick--on', isOut && 'pick--out'].filter(Boolean).join(' ')

function stockWords(available: number, slots: number): string | null {
  if (available === 0) return 'Sold out'
  return available < slots ? `Only ${available} left` : null
}
