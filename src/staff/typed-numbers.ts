/** '12.50' or '$12.50' as cents; null for anything else. */
export function centsTyped(typed: string): number | null {
  const amount = typed.replace(/^\$/, '').replaceAll(',', '')
  return /^\d{1,7}(\.\d{1,2})?$/.test(amount) ? Math.round(Number(amount) * 100) : null
}

/** '17.5' or '17.5%' as basis points, to hundredths of a percent; null for anything else. */
export function basisPointsTyped(typed: string): number | null {
  const percent = typed.replace(/\s*%$/, '')
  return /^\d{1,3}(\.\d{1,2})?$/.test(percent) ? Math.round(Number(percent) * 100) : null
}
