/** What a shopper changed in a placed box. */
export const EDITED_BOX = {
  lines: [
    { name: 'Whole pasture chicken', label: '3.5 lb', from: 0, to: 1 },
    { name: 'Maple-smoked bacon', label: '12 oz', from: 1, to: 0 },
  ],
  differenceCents: 1_530,
}
