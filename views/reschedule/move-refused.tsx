type MoveRefusedProps = { reason: string; orderPath: string; store: { email: string; phone: string } }

/** No calendar, but whom to ask. */
export const MoveRefused = ({ reason, orderPath, store }: MoveRefusedProps) => (
  <>
    <p>{reason}</p>
    <p class="ask__words">
      Email <a href={`mailto:${store.email}`}>{store.email}</a> or call {store.phone}, and we'll see what we
      can do.
    </p>
    <p>
      <a class="button button--quiet" href={orderPath}>
        Back to your order
      </a>
    </p>
  </>
)
