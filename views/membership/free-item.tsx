import { paths } from '#src/paths.ts'
import { GiftChoices } from '../rewards/gift-choice.tsx'
import { PICK } from '../rewards/reward-form.tsx'
import { Form } from '../shared/form.tsx'
import type { NextProps } from './next-box.tsx'

export const FreeItemWay = ({ next }: NextProps) =>
  next.freeItems.length > 0 && (
    <details class="next-box__way">
      <summary class="button button--quiet">Your free item</summary>
      <Form
        action={paths.chooseFreeItem(next.orderToken)}
        method="post"
        class="next-box__question"
        data-controller="pick-your-promotion"
        data-action={PICK}
        data-pick-your-promotion-plain-value={SAVE}
      >
        <p>Every box brings one of these for free, as long as your membership is on.</p>
        <GiftChoices id={`free_${next.orderToken}`} gifts={next.freeItems} name="promotion_id" />
        <button type="submit" class="button button--small" data-pick-your-promotion-target="take">
          {SAVE}
        </button>
      </Form>
    </details>
  )

const SAVE = 'Save your free item'
