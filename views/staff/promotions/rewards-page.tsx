import { formatDate } from '#src/day.ts'
import { formatCents } from '#src/money.ts'
import { paths } from '#src/paths.ts'
import type { RewardList } from '#src/staff/promotions/lists.ts'
import { Alert } from '../../shared/alert.tsx'
import { Field } from '../../shared/field.tsx'
import { Form } from '../../shared/form.tsx'
import { OlderLink } from './older-link.tsx'
import { typedText } from './promotion-words.ts'
import { PromotionTabs } from './tabs.tsx'

type RewardsPageProps = {
  list: RewardList
  press: string
  typed: Record<string, unknown>
  problem: string | undefined
}

export const RewardsPage = ({ list, press, typed, problem }: RewardsPageProps) => (
  <>
    <header class="desk__head">
      <h1 class="desk__title">Rewards</h1>
      <p class="desk__intro">A discount for one account, on one box that arrives by the last day.</p>
    </header>
    <PromotionTabs current="rewards" />
    {list.items.length === 0 ? (
      <section class="empty">
        <h2 class="empty__title">No rewards yet</h2>
      </section>
    ) : (
      <RewardTable list={list} />
    )}
    <OlderLink href={list.next === null ? null : paths.staffRewards({ before: String(list.next) })} />
    <section class="desk-panel" aria-labelledby="grant_title">
      <h2 class="desk-panel__title" id="grant_title">
        Grant a reward
      </h2>
      {problem && <Alert takesFocus>{problem}</Alert>}
      <Form action={paths.staffRewards()} method="post" class="edit-form">
        <input type="hidden" name="press" value={press} />
        <Field
          id="email"
          name="email"
          label="Email of the account"
          type="email"
          required
          value={typedText(typed, 'email')}
        />
        <Field
          id="name"
          name="name"
          label="What the customer reads"
          maxlength={80}
          required
          value={typedText(typed, 'name')}
        />
        <Field
          id="amount"
          name="amount"
          label="Dollars off"
          inputmode="decimal"
          required
          value={typedText(typed, 'amount')}
        />
        <Field
          id="deliver_by"
          name="deliver_by"
          label="Last day a box may arrive"
          type="date"
          required
          value={typedText(typed, 'deliver_by')}
        />
        <p class="edit-form__end">
          <button type="submit" class="button">
            Grant it
          </button>
        </p>
      </Form>
    </section>
  </>
)

const RewardTable = ({ list }: { list: RewardList }) => (
  <section class="sheet" tabindex={0} aria-label="Rewards">
    <table class="sheet__table sheet__table--cards">
      <thead>
        <tr>
          <th scope="col">Reward</th>
          <th scope="col">Account</th>
          <th scope="col" class="sheet__figure">
            Worth
          </th>
          <th scope="col">Arrives by</th>
          <th scope="col">Used</th>
        </tr>
      </thead>
      <tbody>
        {list.items.map((reward) => (
          <tr>
            <th scope="row" class="sheet__code">
              {reward.name}
            </th>
            <td data-label="Account" class="sheet__reason">
              {reward.email ?? 'Deleted'}
            </td>
            <td data-label="Worth" class="sheet__figure">
              {reward.amountCents === null ? 'An item' : formatCents(reward.amountCents)}
            </td>
            <td data-label="Arrives by">{formatDate(reward.deliverBy)}</td>
            <td data-label="Used">
              {reward.usedByToken !== null ? (
                <a href={paths.staffOrder(reward.usedByToken)}>{reward.usedBy}</a>
              ) : (
                <Form action={paths.endReward(reward.id)} method="post">
                  <button type="submit" class="button button--small button--quiet">
                    End
                    <span class="visually-hidden">
                      {' '}
                      {reward.name} of {reward.email ?? 'a deleted account'}
                    </span>
                  </button>
                </Form>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)
