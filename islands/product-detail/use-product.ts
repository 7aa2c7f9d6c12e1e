import { type RefObject, useEffect, useReducer, useRef, useState } from 'react'
import type { ProductDetailProps, Relative } from './props.ts'
import { openingState, reduce } from './state.ts'
import { onStockUpdate } from './stock-updates.ts'
import { showVariety, varietyPages } from './variety-page.ts'

/** What is chosen on a product's page, and all that a shopper can do about it. */
export function useProduct(props: ProductDetailProps) {
  const [state, dispatch] = useReducer(reduce, props.variety, openingState)
  const [pages] = useState(varietyPages)
  const awaited = useRef<string | null>(null)
  useEffect(() => () => forget(awaited), [])
  useEffect(() => onStockUpdate((news) => dispatch({ type: 'stock_changed', ...news })), [])

  async function chooseVariety({ slug, url }: Relative) {
    awaited.current = slug
    dispatch({ type: 'variety_awaited', slug })
    if (slug === state.variety.slug) return

    const page = await pages.open(url)
    if (awaited.current !== slug) return // another was chosen meanwhile, or the page was left
    if (!page) return window.location.assign(url)
    showVariety(page)
    dispatch({ type: 'variety_came', variety: page.props.variety })
  }

  return {
    state,
    chooseVariety,
    expectVariety: ({ slug, url }: Relative) => {
      if (slug !== state.variety.slug) void pages.open(url)
    },
    chooseWeight: (token: string) => dispatch({ type: 'weight_chosen', token }),
  }
}

function forget(awaited: RefObject<string | null>) {
  awaited.current = null
}
