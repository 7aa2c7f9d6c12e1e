import { formatCents } from '#src/money.ts'
import { paths } from '#src/paths.ts'
import type { PromotionList } from '#src/staff/promotions/lists.ts'
import { Pager } from '../../catalog/pager.tsx'
import { Alert } from '../../shared/alert.tsx'
import { Field } from '../../shared/field.tsx'
import { Form } from '../../shared/form.tsx'
import { errorOf, type FieldProblem, LimitFields } from './limit-fields.tsx'
import { STATE_WORDS, typedText } from './promotion-words.ts'
import { PromotionTabs } from './tabs.tsx'

type PromotionsPageProps = { list: PromotionList; typed: Record<string, unknown>; problem: FieldProblem }

export const PromotionsPage = ({ list, typed, problem }: PromotionsPageProps) => (
  <>
    <header class="desk__head">
      <h1 class="desk__title">Promotions</h1>
      <p class="desk__intro">
        Codes that lower a price. Referral codes belong to customers and aren't listed.
      </p>
    </header>
    <PromotionTabs current="promotions" />
    {list.total === 0 ? (
      <section class="empty">
        <h2 class="empty__title">No codes yet</h2>
        <p class="empty__words">Create the first one below.</p>
      </section>
    ) : (
      <PromotionTable list={list} />
    )}
    <Pager page={list.page} pages={list.pages} path={paths.staffPromotions()} />
    <section class="desk-panel" aria-labelledby="new_title">
      <h2 class="desk-panel__title" id="new_title">
        A new code
      </h2>
      {problem && <Alert takesFocus>{problem.message}</Alert>}
      <NewPromotionForm typed={typed} problem={problem} />
    </section>
  </>
)

const PromotionTable = ({ list }: { list: PromotionList }) => (
  <section class="sheet" tabindex={0} aria-label="Codes">
    <table class="sheet__table sheet__table--cards">
      <thead>
        <tr>
          <th scope="col">Code</th>
          <th scope="col">What it does</th>
          <th scope="col">State</th>
          <th scope="col" class="sheet__figure">
            Uses
          </th>
          <th scope="col" class="sheet__figure">
            Given
          </th>
        </tr>
      </thead>
      <tbody>
        {list.items.map(({ promotion, code, what, state, discountCents }) => (
          <tr>
            <th scope="row" class="sheet__code">
              <a href={paths.staffPromotion(promotion.id)}>{code}</a>
            </th>
            <td data-label="What it does" class="sheet__reason">
              {what}
            </td>
            <td data-label="State">{STATE_WORDS[state]}</td>
            <td data-label="Uses" class="sheet__figure">
              {promotion.usedCount}
              {promotion.useLimit !== null && ` of ${promotion.useLimit}`}
            </td>
            <td data-label="Given" class="sheet__figure">
              {formatCents(discountCents)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)

const KIND_WORDS: [value: string, words: string][] = [
  ['percent', 'Percent off'],
  ['amount', 'Dollars off'],
  ['free_item', 'A free item'],
  ['free_shipping', 'Free delivery'],
]

const NewPromotionForm = ({ typed, problem }: Omit<PromotionsPageProps, 'list'>) => (
  <Form action={paths.staffPromotions()} method="post" class="edit-form">
    <Field
      id="code"
      name="code"
      label="Code"
      hint="Letters, digits and hyphens"
      maxlength={30}
      autocomplete="off"
      required
      value={typedText(typed, 'code')}
      {...errorOf(problem, 'code')}
    />
    <div class="field">
      <label class="field__label" for="kind">
        What it does
      </label>
      <select class="field__input" id="kind" name="kind">
        {KIND_WORDS.map(([value, words]) => (
          <option value={value} selected={typedText(typed, 'kind') === value}>
            {words}
          </option>
        ))}
      </select>
    </div>
    <Field
      id="percent"
      name="percent"
      label="Percent"
      hint="For “Percent off”"
      inputmode="decimal"
      value={typedText(typed, 'percent')}
      {...errorOf(problem, 'percent')}
    />
    <Field
      id="amount"
      name="amount"
      label="Dollars"
      hint="For “Dollars off”"
      inputmode="decimal"
      value={typedText(typed, 'amount')}
      {...errorOf(problem, 'amount')}
    />
    <Field
      id="offer"
      name="offer"
      label="Token of the free item"
      hint="Or the address of its page in the catalog"
      autocomplete="off"
      value={typedText(typed, 'offer')}
      {...errorOf(problem, 'offer')}
    />
    <LimitFields typed={typed} problem={problem} />
    <Tick name="first_order_only" typed={typed} words="For first orders only" />
    <Tick name="members_only" typed={typed} words="For members only" />
    <Tick name="secret" typed={typed} words="Secret: the whole code is shown only once" />
    <p class="edit-form__end">
      <button type="submit" class="button">
        Create the code
      </button>
    </p>
  </Form>
)

const Tick = ({ name, typed, words }: { name: string; typed: Record<string, unknown>; words: string }) => (
  <label class="tick">
    <input type="checkbox" name={name} value="1" checked={typed[name] === '1'} />
    {words}
  </label>
)
