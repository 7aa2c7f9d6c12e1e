import { route } from './route.ts'

const cutPage = ({ vendor = '', cut = '' }: Record<string, string>): string =>
  passportPaths.passportCut(vendor, cut)

/** Part of `paths`: what people think of what they ate. */
export const passportPaths = {
  passport: route('GET', '/passport'),
  /** What one person thinks of a cut: stars, notes and review. */
  passportCut: route('GET', '/passport/:vendor/:cut'),
  passportLink: route('POST DELETE', '/passport-link', { formPage: (): string => passportPaths.passport() }),
  sharedPassport: route('GET', '/shared-passport/:linkToken'),
  /** The score follows, from 0 to 5; a form may send it as a field. */
  rating: route('POST', '/ratings/:vendor/:cut', { formPage: cutPage }),
  rate: route('POST', '/ratings/:vendor/:cut/:score', { formPage: cutPage }),
  cutNotes: route('GET', '/v1/get_user_vendor_cut_rating_notes/:userToken/:vendor/:cut'),
  setCutNotes: route('POST', '/v1/set_user_vendor_cut_rating_notes/:userToken/:vendor/:cut', {
    formPage: cutPage,
  }),

  // Reviews
  review: route('POST DELETE', '/passport/:vendor/:cut/review', { formPage: cutPage }),
  productReviews: route('GET', '/products/:slug/reviews'),
  reviewPhoto: route('GET', '/reviews/photos/:photoToken'),
  reportReview: route('GET POST', '/reviews/:reviewToken/report'),
} as const
