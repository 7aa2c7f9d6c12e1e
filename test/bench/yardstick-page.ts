/** A page as heavy as a listing of 24, in template strings: no components, no layout, no visitor. */
export type Row = {
  slug: string
  name: string
  badges: string
  farm: string
  state: string
  token: string
  label: string
  serves: string
  priceCents: number
  weightGrams: number
  onHand: number | null
}

const PAGE_BYTES = 40_000

export function drawPage(rows: Row[]): string {
  const page = `<!doctype html><html lang="en"><head><title>Yardstick</title></head><body><ul>${rows.map(card).join('')}</ul>`
  return `${page}${filling(PAGE_BYTES - page.length)}</body></html>`
}

/** A page that costs nothing to render. */
export const constantPage = `<!doctype html><html lang="en"><body>${filling(PAGE_BYTES)}</body></html>`

const card = (row: Row) => `
  <li class="product-card"><div class="product-card__picture"><img src="/pictures/${escaped(row.slug)}-480.webp"
    srcset="/pictures/${escaped(row.slug)}-480.webp 480w, /pictures/${escaped(row.slug)}-800.webp 800w" alt="" width="800" height="600"></div>
  <p class="product-card__farm">${escaped(row.farm)}, ${escaped(row.state)}</p>
  <h3><a href="/products/${escaped(row.slug)}">${escaped(row.name)}</a></h3><p>${escaped(row.label)} · serves ${escaped(row.serves)}</p>
  ${(JSON.parse(row.badges) as string[]).map((badge) => `<span class="badge">${escaped(badge)}</span>`).join('')}
  <p class="price">$${(row.priceCents / 100).toFixed(2)}</p><p>$${((row.priceCents * 4.536) / row.weightGrams).toFixed(2)} / lb</p>
  ${(row.onHand ?? 0) > 0 ? `<form method="post" action="/cart/items/${escaped(row.token)}"><button>Add</button></form>` : '<p>Sold out</p>'}</li>`

/** Filler text, to make the page as heavy as a real one. */
function filling(bytes: number): string {
  const words =
    'Ribeye from the high prairie, dry aged twenty-one days, cut by hand and frozen the same evening. '
  return `<p>${words.repeat(Math.max(0, Math.ceil(bytes / words.length)))}</p>`
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
