/** What the shop must not fall below, measured at any machine like a small server's; a slower one says so itself. */
export type Bar = { number: number; name: string; measured: number; floor: number; unit: string; least: boolean }

type Figures = {
  listing: { rps: number; p99: number }
  product: { rps: number }
  shoppers: { rps: number }
  placing: { rps: number; p99: number }
  startSeconds: number
  memoryMb: number | null
}

export function bars({ listing, product, shoppers, placing, startSeconds, memoryMb }: Figures): Bar[] {
  const least = (number: number, name: string, measured: number, floor: number, unit: string): Bar => ({ number, name, measured, floor, unit, least: true })
  const most = (number: number, name: string, measured: number, floor: number, unit: string): Bar => ({ number, name, measured, floor, unit, least: false })
  return [
    least(1, 'listing', listing.rps, 1_000, '/s'),
    most(2, 'listing p99', listing.p99, 30, 'ms'),
    least(3, 'product', product.rps, 1_500, '/s'),
    least(6, 'whole shoppers, 8 at once', shoppers.rps, 150, '/s'),
    least(7, 'order placement, durable', placing.rps, 1_000, '/s'),
    most(7, 'order placement p99', placing.p99, 25, 'ms'),
    most(10, 'cold start to ready', startSeconds, 1, 's'),
    ...(memoryMb === null ? [] : [most(11, 'memory under load', memoryMb, 200, 'MB')]),
  ]
}

export const isMet = ({ measured, floor, least }: Bar) => (least ? measured >= floor : measured <= floor)
