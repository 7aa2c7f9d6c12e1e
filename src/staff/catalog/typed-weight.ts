const GRAMS: Record<string, number> = { g: 1, gram: 1, kg: 1_000, oz: 28.349_523_125, lb: 453.592_37 }
const PART = /(\d{1,6}(?:\.\d{1,3})?)\s*(grams?|g|kg|ounces?|oz|pounds?|lbs?)\b\.?/giy

/** Whole grams of '14 oz', '1 lb 4 oz', '1.5 lb' or '400 g'; null for anything else. */
export function gramsOf(typed: string): number | null {
  const text = typed.trim()
  let [grams, at] = [0, 0]
  while (at < text.length) {
    PART.lastIndex = at
    const part = PART.exec(text)
    if (!part) return null
    grams += Number(part[1]) * (GRAMS[unitOf(part[2] ?? '')] ?? 0)
    at = PART.lastIndex
    while (/[\s,]/.test(text.charAt(at))) at += 1
  }
  return grams >= 0.5 ? Math.round(grams) : null
}

function unitOf(typed: string): string {
  const unit = typed.toLowerCase().replace(/s$/, '')
  if (unit === 'ounce') return 'oz'
  return unit === 'pound' ? 'lb' : unit
}
