import { Icon } from '../shared/icon.tsx'

type PagerProps = {
  page: number
  pages: number
  /** Of the first page, with its query if it has one. */
  path: string
}

/** The way through a list of several pages; nothing for one. */
export function Pager({ page, pages, path }: PagerProps) {
  if (pages < 2) return null
  const address = (to: number) => (to === 1 ? path : `${path}${path.includes('?') ? '&' : '?'}page=${to}`)
  return (
    <nav class="pager" aria-label="Pages">
      {page > 1 ? (
        <a class="button button--quiet" rel="prev" href={address(page - 1)}>
          <Icon name="back" /> Previous
        </a>
      ) : (
        <span />
      )}
      <span class="pager__place">
        Page {page} of {pages}
      </span>
      {page < pages ? (
        <a class="button button--quiet" rel="next" href={address(page + 1)}>
          Next <Icon name="onward" />
        </a>
      ) : (
        <span />
      )}
    </nav>
  )
}
