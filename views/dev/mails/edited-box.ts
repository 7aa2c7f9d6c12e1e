/** What a shopper changed in a placed box. */
export const EDITED_BOX = {
  lines: [
    { name: 'Wagyu ribeye', label: '14 oz', from: 0, to: 1 },
    { name: 'Maple-smoked bacon', label: '12 oz', from: 2, to: 0 },
  ],
  differenceCents: 4_770,
}
