/** Widths of bars and spaces in turn, in units of the thinnest bar. The encoder is large, so its first use loads it. */
export const code128Bars = (text: string) => barsOf('code128', text)

/** Of a pack: what names a GTIN is a GS1-128, which scanners take apart. */
export const packBars = (code: string) => barsOf(code.startsWith('(') ? 'gs1-128' : 'code128', code)

async function barsOf(bcid: string, text: string): Promise<number[]> {
  const { default: bwipjs } = await import('bwip-js/node')
  const [symbol] = bwipjs.raw({ bcid, text })
  return symbol && 'sbs' in symbol ? symbol.sbs : []
}
