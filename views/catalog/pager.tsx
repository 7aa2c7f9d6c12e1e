import { Icon } from '../shared/icon.tsx'

type PagerProps = {
  page: number
  pages: number
  path: string
}

export function Pager({ page, pages, path }: PagerProps) {
  if (pages < 2) return null
  const hrefOf = (to: number) => (to === 1 ? path : `${path}${path.includes('?') ? '&' : '?'}page=${to}`)
  return (
    <nav class="pager" aria-label="Pages">
      {page > 1 ? (
        <a class="button button--quiet" rel="prev" href={hrefOf(page - 1)}>
          <Icon name="back" /> Previous
        </a>
      ) : (
        <span />
      )}
      <span class="pager__place">
        Page {page} of {pages}
      </span>
      {page < pages ? (
        <a class="button button--quiet" rel="next" href={hrefOf(page + 1)}>
          Next <Icon name="onward" />
        </a>
      ) : (
        <span />
      )}
    </nav>
  )
}
