import { SHOP_ZONE } from '#src/delivery/zones.ts'
import { formatCents } from '#src/money.ts'
import { paths } from '#src/paths.ts'
import type { DeskPromotion, PromotionUse } from '#src/staff/promotions/lists.ts'
import { Alert } from '../../shared/alert.tsx'
import { Form } from '../../shared/form.tsx'
import { formatMoment, shortMoment } from '../../shared/local-time.ts'
import { type FieldProblem, LimitFields } from './limit-fields.tsx'
import { STATE_WORDS } from './promotion-words.ts'

type PromotionPageProps = {
  promotion: DeskPromotion
  moments: { startsAt: string; endsAt: string }
  uses: PromotionUse[]
  version: string
  typed: Record<string, unknown>
  problem: FieldProblem
}

export const PromotionPage = ({
  promotion: shown,
  moments,
  uses,
  version,
  typed,
  problem,
}: PromotionPageProps) => {
  const { promotion, code, what, state, discountCents } = shown
  const isStopped = promotion.stoppedAt !== null
  return (
    <>
      <header class="desk__head">
        <p class="trail">
          <a href={paths.staffPromotions()}>Promotions</a>
        </p>
        <h1 class="desk__title">{code}</h1>
        <p class="desk__intro">
          {what}. {STATE_WORDS[state]}
          {promotion.startsAt !== null && `, from ${formatMoment(promotion.startsAt, SHOP_ZONE)}`}
          {promotion.endsAt !== null && `, until ${formatMoment(promotion.endsAt, SHOP_ZONE)}`}. Used{' '}
          {promotion.usedCount} {promotion.usedCount === 1 ? 'time' : 'times'}, {formatCents(discountCents)}{' '}
          given.
        </p>
      </header>
      <section class="desk-panel" aria-labelledby="limits_title">
        <h2 class="desk-panel__title" id="limits_title">
          Limits
        </h2>
        {problem && <Alert>{problem.message}</Alert>}
        <Form action={paths.staffPromotion(promotion.id)} method="post" class="edit-form">
          <input type="hidden" name="version" value={version} />
          <LimitFields typed={typed} problem={problem} saved={promotion} shown={moments} />
          <p class="edit-form__end">
            <button type="submit" class="button">
              Save
            </button>
          </p>
        </Form>
      </section>
      <section class="desk-panel" aria-labelledby="stop_title">
        <h2 class="desk-panel__title" id="stop_title">
          {isStopped ? 'Stopped' : 'Stop it'}
        </h2>
        <Form action={paths.stopPromotion(promotion.id)} method="post">
          <input type="hidden" name="stopped" value={isStopped ? 'no' : 'yes'} />
          <p>
            {isStopped
              ? 'Nobody can use it now.'
              : 'Nobody can use it after that, except in a box that’s being paid for right now.'}
          </p>
          <button type="submit" class="button button--quiet">
            {isStopped ? 'Resume it' : 'Stop it'}
          </button>
        </Form>
      </section>
      <Uses uses={uses} />
    </>
  )
}

const Uses = ({ uses }: { uses: PromotionUse[] }) =>
  uses.length === 0 ? (
    <section class="empty">
      <h2 class="empty__title">Nobody has used it yet</h2>
    </section>
  ) : (
    <section class="sheet" tabindex={0} aria-label="Uses, newest first">
      <table class="sheet__table sheet__table--cards">
        <thead>
          <tr>
            <th scope="col">Order</th>
            <th scope="col">When</th>
            <th scope="col" class="sheet__figure">
              Taken off
            </th>
            <th scope="col" class="sheet__figure">
              Total
            </th>
          </tr>
        </thead>
        <tbody>
          {uses.map(({ identifier, usedAt, discountCents, totalCents }) => (
            <tr>
              <th scope="row" class="sheet__code">
                {identifier}
              </th>
              <td data-label="When">{usedAt !== null && shortMoment(usedAt, SHOP_ZONE)}</td>
              <td data-label="Taken off" class="sheet__figure">
                {formatCents(discountCents ?? 0)}
              </td>
              <td data-label="Total" class="sheet__figure">
                {formatCents(totalCents ?? 0)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
