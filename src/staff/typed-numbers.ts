/** '17.5' or '17.5%' as basis points, to hundredths of a percent; null for anything else. */
export function basisPointsTyped(typed: string): number | null {
  const percent = typed.replace(/\s*%$/, '')
  return /^\d{1,3}(\.\d{1,2})?$/.test(percent) ? Math.round(Number(percent) * 100) : null
}
