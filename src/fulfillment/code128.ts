/** Widths of bars and spaces in turn, in units of the thinnest bar. The encoder is large, so its first use loads it. */
export async function code128Bars(text: string): Promise<number[]> {
  const { default: bwipjs } = await import('bwip-js/node')
  const [symbol] = bwipjs.raw({ bcid: 'code128', text })
  return symbol && 'sbs' in symbol ? symbol.sbs : []
}
