/** Picture names of a variety or farm, in gallery order. */

export const farmPicture = (farmSlug: string) => `farm-${farmSlug}`

export const mainPicture = (varietySlug: string) => `cut-${varietySlug}`

export const galleryOf = (variety: { slug: string; farm: string }): string[] => [
  mainPicture(variety.slug),
  `pack-${variety.slug}`,
  `close-${variety.slug}`,
  farmPicture(variety.farm),
]
