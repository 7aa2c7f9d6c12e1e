import { Phone } from '../shared/phone.tsx'

type MoveRefusedProps = { reason: string; orderPath: string; store: { email: string; phone: string } }

/** No calendar, but whom to ask. */
export const MoveRefused = ({ reason, orderPath, store }: MoveRefusedProps) => (
  <>
    <p>{reason}</p>
    <p class="ask__words">
      You can reach us at <a href={`mailto:${store.email}`}>{store.email}</a> or{' '}
      <Phone number={store.phone} />.
    </p>
    <p>
      <a class="button button--quiet" href={orderPath}>
        Back to your order
      </a>
    </p>
  </>
)
