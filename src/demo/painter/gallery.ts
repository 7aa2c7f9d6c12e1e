/** The names of the pictures that belong to a variety or a farm, in the order a gallery shows them. */

export const farmPicture = (farmSlug: string) => `farm-${farmSlug}`

export const mainPicture = (varietySlug: string) => `cut-${varietySlug}`

export const galleryOf = (variety: { slug: string; farm: string }): string[] => [
  mainPicture(variety.slug),
  `pack-${variety.slug}`,
  `close-${variety.slug}`,
  farmPicture(variety.farm),
]
