import { type RefObject, useEffect, useReducer, useRef, useState } from 'react'
import type { ProductDetailProps, Relative } from './props.ts'
import { initialState, reduce } from './state.ts'
import { onStockUpdate } from './stock-updates.ts'
import { showVariety, varietyPages } from './variety-page.ts'

export function useProduct(props: ProductDetailProps) {
  const [state, dispatch] = useReducer(reduce, props.variety, initialState)
  const [pages] = useState(varietyPages)
  const pending = useRef<string | null>(null)
  useEffect(() => () => forget(pending), [])
  useEffect(() => onStockUpdate((update) => dispatch({ type: 'stock_changed', ...update })), [])

  async function chooseVariety({ slug, url }: Relative) {
    pending.current = slug
    dispatch({ type: 'variety_requested', slug })
    if (slug === state.variety.slug) return

    const page = await pages.open(url)
    if (pending.current !== slug) return // the visitor chose another variety or left the page
    if (!page) return window.location.assign(url)
    showVariety(page)
    dispatch({ type: 'variety_loaded', variety: page.props.variety })
  }

  return {
    state,
    chooseVariety,
    prefetchVariety: ({ slug, url }: Relative) => {
      if (slug !== state.variety.slug) void pages.open(url)
    },
    chooseWeight: (token: string) => dispatch({ type: 'weight_chosen', token }),
  }
}

function forget(pending: RefObject<string | null>) {
  pending.current = null
}
