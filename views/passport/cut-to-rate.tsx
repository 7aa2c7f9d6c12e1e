import { formatDate } from '#src/day.ts'
import type { RatedCut } from '#src/passport/json.ts'
import { paths } from '#src/paths.ts'
import { cacheFragments } from '../shared/cached-fragments.ts'
import { usePage } from '../shared/page-facts.ts'
import { TOKEN_SLOT } from '../shared/page-fragments.ts'
import { Picture } from '../shared/picture.tsx'
import { StarRating } from '../shared/star-rating.tsx'

/** A note is its writer's alone, so a row with one is not cached. */
export function CutToRate({ cut }: { cut: RatedCut }) {
  const { pieces } = usePage()
  return cut.notes === '' ? pieces.place(rowFragment(cut)) : <Row cut={cut} />
}

const rowFragment = cacheFragments<RatedCut>(
  ({ varietyId, slug, name, farm, vendor, pictures: [picture], firstOn, isBought, score }) =>
    `to rate ${JSON.stringify([varietyId, slug, name, farm, vendor, picture, firstOn, isBought, score])}`,
  (cut) => `${<Row cut={cut} token={TOKEN_SLOT} />}`,
)

type RowProps = { cut: RatedCut; token?: string | undefined }

const Row = ({ cut, token }: RowProps) => (
  <li class="to-rate__row">
    <div class="to-rate__picture">
      <Picture name={cut.pictures[0] ?? ''} sizes="96px" alt="" />
    </div>
    <div class="to-rate__words">
      <p class="to-rate__farm">{cut.farm}</p>
      <h3 class="to-rate__name">{cut.name}</h3>
      <p class="to-rate__facts">First came {formatDate(cut.firstOn)}</p>
      {cut.isBought ? (
        <OwnWords cut={cut} token={token} />
      ) : (
        <p class="to-rate__facts">It was a gift to you.</p>
      )}
    </div>
  </li>
)

const OwnWords = ({ cut, token }: RowProps) => (
  <>
    <div class="to-rate__own">
      <StarRating url={paths.rating(cut.vendor, cut.slug)} score={cut.score} name={cut.name} token={token} />
      <a class="to-rate__more" href={paths.passportCut(cut.vendor, cut.slug)}>
        {cut.notes === '' ? 'Add a note' : 'Edit your note'}
        <span class="visually-hidden">: {cut.name}</span>
      </a>
    </div>
    {cut.notes !== '' && <p class="to-rate__note">“{cut.notes}”</p>}
  </>
)
