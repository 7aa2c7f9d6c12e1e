import type { ProductDetailProps, VarietyFacts, WeightFacts } from '#islands/product-detail/props.ts'

export const weightOf = (over: Partial<WeightFacts> = {}): WeightFacts => {
  const token = over.token ?? 'small'
  return {
    token,
    label: '10 oz',
    serves: '1',
    priceCents: 2_290,
    poundCents: 3_664,
    byWeight: false,
    stock: { kind: 'in_stock' },
    min: 1,
    max: 12,
    elsewhere: null,
    cartUrl: `/cart/items/${token}`,
    waitListUrl: `/join_wait_list/${token}`,
    waitListModalUrl: `/v1/add_to_wait_list_modal/${token}`,
    ...over,
  }
}

const picture = (name: string) => ({
  width: 1_280,
  height: 960,
  alt: `A ${name} on slate`,
  colour: '#223344',
  sources: [480, 800].map((width) => ({ width, url: `/pictures/${name}-${width}.webp` })),
})

export const varietyOf = (over: Partial<VarietyFacts> = {}): VarietyFacts => ({
  slug: 'grass-fed-ribeye',
  name: 'Grass-fed ribeye',
  origin: 'Three Larks Ranch, MT',
  summary: 'Deep red and clean.',
  rating: null,
  badges: [{ name: 'Grass-fed', highlighted: false }],
  pictures: [picture('cut'), picture('pack')],
  weights: [
    weightOf(),
    weightOf({ token: 'large', label: '2 × 14 oz', priceCents: 5_890, poundCents: 3_365 }),
  ],
  ...over,
})

export const detailOf = (over: Partial<ProductDetailProps> = {}): ProductDetailProps => ({
  authenticityToken: 'page-token',
  place: {
    postalCode: null,
    earliest: null,
    earliestTerms: '',
    noDeliveryReason: null,
    delivery: 'from $14.95, free from $149.00',
  },
  postalCodeUrl: '/modals/capture_postal_code',
  boxUrl: '/cart',
  family: [
    {
      slug: 'grass-fed-ribeye',
      name: 'Grass-fed ribeye',
      url: '/products/grass-fed-ribeye',
      isAvailable: true,
    },
    { slug: 'wagyu-ribeye', name: 'Wagyu ribeye', url: '/products/wagyu-ribeye', isAvailable: true },
  ],
  variety: varietyOf(),
  ...over,
})
