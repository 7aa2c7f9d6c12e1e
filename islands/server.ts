import { type ComponentType, createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { Checkout } from './checkout/checkout.tsx'
import { ExportDialog } from './export-dialog/export-dialog.tsx'
import { ProductDetail } from './product-detail/product-detail.tsx'
import type { IslandName, Islands } from './registry.ts'

const components: { [N in IslandName]: ComponentType<Islands[N]> } = {
  checkout: Checkout,
  'product-detail': ProductDetail,
  'export-dialog': ExportDialog,
}

export function islandHtml<N extends IslandName>(name: N, props: Islands[N]): string {
  const component: ComponentType<Islands[N]> = components[name]
  const html = renderToString(createElement(component, props), { identifierPrefix: name })
  return html.replace(REACT_SPELLINGS, (attribute) => attribute.toLowerCase())
}

/** React writes these attributes in camel case. Text can't match, because its quotes are escaped. */
const REACT_SPELLINGS =
  / (?:autoCapitalize|autoComplete|enterKeyHint|fetchPriority|formAction|inputMode|maxLength|minLength|noValidate|readOnly|spellCheck|srcSet)="/g
