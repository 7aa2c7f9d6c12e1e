import { Form } from '../shared/form.tsx'

/** Downloads the whole list. A POST, because it records who took what. */
export const CsvForm = ({ action }: { action: string }) => (
  <Form action={action} method="post" class="desk__download" data-turbo="false">
    <button type="submit" class="button button--quiet button--small">
      Download CSV
    </button>
  </Form>
)
