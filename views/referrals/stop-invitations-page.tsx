import { paths } from '#src/paths.ts'
import { Form } from '../shared/form.tsx'

type StopProps = { action: string; isDone: boolean }

export const StopInvitationsPage = ({ action, isDone }: StopProps) =>
  isDone ? (
    <section class="empty">
      <h1 class="empty__title">We won't invite you again</h1>
      <p class="empty__words">Friends can't send invitations to this address anymore.</p>
      <p>
        <a class="button button--quiet" href={paths.shop()}>
          Browse the shop
        </a>
      </p>
    </section>
  ) : (
    <section class="empty">
      <h1 class="empty__title">No more invitations?</h1>
      <p class="empty__words">Then we won't email this address again when a friend enters it.</p>
      <Form action={action} method="post">
        <button type="submit" class="button">
          Don't invite me again
        </button>
      </Form>
    </section>
  )
