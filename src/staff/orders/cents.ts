/** Cents as scripts send them, or dollars as people type them. Null: neither. */
export function readCents(cents: string, dollars: string): number | null {
  if (/^\d{1,8}$/.test(cents)) return Number(cents)
  const typed = dollars.replace(/^\$/, '').replaceAll(',', '')
  return cents === '' && /^\d{1,6}(\.\d{2})?$/.test(typed) ? Math.round(Number(typed) * 100) : null
}
