import { paths } from '#src/paths.ts'
import { Form } from '../shared/form.tsx'
import { NarrowPage } from '../shared/narrow-page.tsx'

export const LeaveWaitListPage = ({ action, hasLeft }: { action: string; hasLeft: boolean }) =>
  hasLeft ? (
    <NarrowPage title="You're off the list">
      <p>We won't email you about it. You can join again anytime.</p>
      <p>
        <a class="button button--quiet" href={paths.shop()}>
          Back to the shop
        </a>
      </p>
    </NarrowPage>
  ) : (
    <NarrowPage title="Leave the wait list?">
      <p>We won't email you about this one anymore.</p>
      <Form action={action} method="post" data-turbo="false">
        <button type="submit" class="button">
          Leave the list
        </button>
      </Form>
    </NarrowPage>
  )
