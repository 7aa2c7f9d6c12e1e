import { paths } from '#src/paths.ts'
import { StarRating } from '../../shared/star-rating.tsx'

const RIBEYE = paths.rating('three-larks-ranch', 'grass-fed-ribeye')

/** Only a shopper to whom it was delivered can save their stars. */
export const StarRatingExamples = () => (
  <>
    <StarRating url={RIBEYE} score={0} name="a cut without stars" />
    <StarRating url={RIBEYE} score={4} name="a cut with four stars" />
  </>
)
