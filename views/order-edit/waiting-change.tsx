import type { PaidChange } from '#db/schema/index.ts'
import { Icon } from '../shared/icon.tsx'
import { unpaidWords } from './unpaid-words.ts'

/** Only one change can wait for its payment, and any other change of the order ends it. */
export const WaitingChange = ({ change }: { change: PaidChange }) => (
  <div class="notice notice--gold">
    <Icon name="clock" />
    <p class="notice__text">
      You haven't paid for an earlier change yet: {unpaidWords(change).join('; ')}. If you go ahead here, that
      change ends, and you won't be charged for it.
    </p>
  </div>
)
