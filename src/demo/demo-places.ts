/** Cheyenne, Wyoming: served, but late. */
export const DELAYED_ZIP = {
  zip: '82001',
  sentence:
    'Boxes to Cheyenne have been running a day or two late. We pack extra dry ice, but please plan for it.',
}

/** Bismarck, North Dakota: no day is open until further notice. */
export const PAUSED_ZIP = {
  zip: '58501',
  sentence: 'Our carrier has paused frozen deliveries to Bismarck until further notice.',
}
