import type { Child } from 'hono/jsx'

type ExpandableProps = {
  id: string
  count: number
  /** How many show at first; the stylesheet has rules for these two. */
  limit?: 6 | 8
  /** 'products', as in "Show 4 more products". */
  things: string
  children?: Child
}

/** The stylesheet hides the rest only where scripts run. */
export const Expandable = ({ id, count, limit = 6, things, children }: ExpandableProps) =>
  count <= limit ? (
    // biome-ignore lint/complexity/noUselessFragments: a component must return an element, which children are not
    <>{children}</>
  ) : (
    <div
      class="expandable"
      data-limit={String(limit)}
      data-controller="expandable-collection"
      data-action="turbo:before-morph-attribute->expandable-collection#keep"
    >
      {children}
      <button
        type="button"
        class="expandable__more button button--quiet"
        aria-controls={id}
        aria-expanded="false"
        data-action="expandable-collection#expand"
      >
        Show {count - limit} more {things}
      </button>
    </div>
  )
