import { counted } from '#src/counted.ts'
import { SHOP_ZONE } from '#src/delivery/zones.ts'
import { formatCents } from '#src/money.ts'
import { paths } from '#src/paths.ts'
import type { PromotionLimits } from '#src/pricing/promotion-desk.ts'
import type { DeskPromotion, PromotionState, PromotionUse } from '#src/staff/promotions/lists.ts'
import { Alert } from '../../shared/alert.tsx'
import { Form } from '../../shared/form.tsx'
import { formatMoment, shortMoment } from '../../shared/local-time.ts'
import { DifferenceTable } from '../settings/difference-table.tsx'
import { type FieldProblem, LimitFields, limitDifferences } from './limit-fields.tsx'
import { STATE_WORDS } from './promotion-words.ts'

type PromotionPageProps = {
  promotion: DeskPromotion
  moments: { startsAt: string; endsAt: string }
  uses: PromotionUse[]
  version: string
  typed: Record<string, unknown>
  problem: (FieldProblem & { yours?: PromotionLimits }) | undefined
  /** The reader may approve what they didn't propose. */
  isOwnProposal: boolean
  /** It takes off more than one person may give, and there is a colleague. */
  waitsIfRaised: boolean
}

export const PromotionPage = ({
  promotion: shown,
  moments,
  uses,
  version,
  typed,
  problem,
  isOwnProposal,
  waitsIfRaised,
}: PromotionPageProps) => {
  const { promotion, code, what, state, discountCents } = shown
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
          {counted(promotion.usedCount, 'time', 'times')}, {formatCents(discountCents)} given.
        </p>
      </header>
      <section class="desk-panel" aria-labelledby="limits_title">
        <h2 class="desk-panel__title" id="limits_title">
          Limits
        </h2>
        {problem && <Alert takesFocus>{problem.message}</Alert>}
        {problem?.yours && (
          <DifferenceTable
            differences={limitDifferences(promotion, problem.yours)}
            heads={['Saved now', 'Yours']}
          />
        )}
        <Form action={paths.staffPromotion(promotion.id)} method="post" class="edit-form">
          <input type="hidden" name="version" value={version} />
          <LimitFields typed={typed} problem={problem} saved={promotion} shown={moments} />
          {waitsIfRaised && state !== 'proposed' && (
            <p>Raising a limit stops this code until a colleague approves it.</p>
          )}
          <p class="edit-form__end">
            <button type="submit" class="button">
              Save
            </button>
          </p>
        </Form>
      </section>
      <Switch id={promotion.id} version={version} {...switchWords(state, isOwnProposal)} />
      <Uses uses={uses} count={promotion.usedCount} />
    </>
  )
}

type SwitchWords = { title: string; words: string; stops: boolean; button: string | null }

function switchWords(state: PromotionState, isOwnProposal: boolean): SwitchWords {
  if (state === 'proposed')
    return {
      title: 'Waiting for a colleague',
      words: `It takes off more than one person may give, so nobody can use it until ${isOwnProposal ? 'a colleague approves it' : 'you approve it'}.`,
      stops: false,
      button: isOwnProposal ? null : 'Approve it',
    }
  if (state === 'stopped')
    return { title: 'Stopped', words: 'Nobody can use it now.', stops: false, button: 'Resume it' }
  return {
    title: 'Stop it',
    words: 'Nobody can use it after that, except in a box that’s being paid for right now.',
    stops: true,
    button: 'Stop it',
  }
}

type SwitchProps = SwitchWords & { id: number; version: string }

const Switch = ({ id, version, title, words, stops, button }: SwitchProps) => (
  <section class="desk-panel" aria-labelledby="stop_title">
    <h2 class="desk-panel__title" id="stop_title">
      {title}
    </h2>
    <Form action={paths.stopPromotion(id)} method="post">
      <input type="hidden" name="stopped" value={stops ? 'yes' : 'no'} />
      <input type="hidden" name="version" value={version} />
      <p>{words}</p>
      {button && (
        <button type="submit" class="button button--quiet">
          {button}
        </button>
      )}
    </Form>
  </section>
)

const Uses = ({ uses, count }: { uses: PromotionUse[]; count: number }) =>
  uses.length === 0 ? (
    <section class="empty">
      <h2 class="empty__title">Nobody has used it yet</h2>
    </section>
  ) : (
    <section class="sheet" tabindex={0} aria-label="Uses, newest first">
      {count > uses.length && (
        <p class="desk__intro">
          The latest {uses.length} of {count} uses.
        </p>
      )}
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
          {uses.map(({ token, identifier, usedAt, discountCents, totalCents }) => (
            <tr>
              <th scope="row" class="sheet__code">
                <a href={paths.staffOrder(token)}>{identifier}</a>
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
