import { Form } from '../shared/form.tsx'
import { Icon } from '../shared/icon.tsx'

type DeskSearchProps = {
  action: string
  id: string
  /** What can be searched for. */
  label: string
  searched: string
  /** Filters that the search keeps. */
  kept?: Record<string, string | undefined>
}

export const DeskSearch = ({ action, id, label, searched, kept = {} }: DeskSearchProps) => (
  <Form method="get" action={action} class="desk-search">
    {Object.entries(kept).map(([name, value]) => value && <input type="hidden" name={name} value={value} />)}
    <label class="visually-hidden" for={id}>
      {label}
    </label>
    <Icon name="search" />
    <input
      type="search"
      id={id}
      name="q"
      value={searched}
      maxlength={100}
      placeholder={label}
      autocomplete="off"
      aria-keyshortcuts="/"
    />
    <button type="submit" class="button button--quiet button--small">
      Search
    </button>
  </Form>
)
