/** @jsxImportSource react */
import type { MouseEvent } from 'react'
import type { Relative } from './props.ts'

type VarietiesProps = {
  family: Relative[]
  shown: string
  pending: string | null
  choose: (relative: Relative) => void
  prefetch: (relative: Relative) => void
}

/** The same cut from other farms, as links, so that one can open in a new tab. */
export function Varieties({ family, shown, pending, choose, prefetch }: VarietiesProps) {
  if (family.length < 2) return null
  const follow = (relative: Relative) => (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    choose(relative)
  }
  return (
    <nav className="product__varieties" aria-labelledby="varieties_title">
      <h2 className="label" id="varieties_title">
        Variety
      </h2>
      <p className="chips">
        {family.map((relative) => (
          <a
            className="chip"
            key={relative.slug}
            href={relative.url}
            aria-current={relative.slug === shown ? 'page' : undefined}
            aria-busy={relative.slug === pending ? 'true' : undefined}
            data-turbo-prefetch="false"
            onClick={follow(relative)}
            onPointerEnter={() => prefetch(relative)}
            onFocus={() => prefetch(relative)}
          >
            {relative.name}
          </a>
        ))}
      </p>
    </nav>
  )
}
