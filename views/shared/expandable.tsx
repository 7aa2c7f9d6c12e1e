import type { Child } from 'hono/jsx'

type ExpandableProps = {
  /** Of the collection within, which the control names. */
  id: string
  /** How many there are; with no more than `limit` there is nothing to expand. */
  count: number
  /** How many show at first; the stylesheet knows these two. */
  limit?: 6 | 8
  /** 'products': what the control says there is more of. */
  things: string
  children?: Child
}

/**
 * A collection that shows its first few and, when asked, the rest. Without scripts all of it shows: what hides is
 * the stylesheet, and only where scripts run.
 */
export const Expandable = ({ id, count, limit = 6, things, children }: ExpandableProps) =>
  count <= limit ? (
    // biome-ignore lint/complexity/noUselessFragments: children alone are no element that a component may return
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
