import type { RatedCut } from '#src/passport/json.ts'
import type { Part, Passport } from '#src/passport/passport.ts'
import { nextStamps, type Stamp } from '#src/passport/stamps.ts'
import { paths } from '#src/paths.ts'
import { CopyControl } from '../shared/copy-control.tsx'
import { Form } from '../shared/form.tsx'
import { Icon } from '../shared/icon.tsx'
import { BadgeChips } from './badge-chips.tsx'
import { CutToRate } from './cut-to-rate.tsx'
import { PassportCover } from './passport-cover.tsx'
import { passportPath, StampLeaf } from './stamp-leaf.tsx'

type PassportPageProps = {
  name: string | null
  passport: Passport
  leaf: Part<Stamp>
  cuts: Part<RatedCut>
  /** Of the link that shares it; null while it's private. */
  url: string | null
}

export const PassportPage = (props: PassportPageProps) => (
  <article class="passport-page">
    <p class="trail">
      <a href={paths.account()}>Your account</a>
    </p>
    <PassportCover
      owner={props.name ? `${props.name}'s passport` : 'Your passport'}
      passport={props.passport}
    />
    {props.passport.tasted.length === 0 ? <NothingYet /> : <Inside {...props} />}
  </article>
)

const NothingYet = () => (
  <section class="empty">
    <h2 class="empty__title">Your first stamp is waiting</h2>
    <p class="empty__words">
      When a box arrives, you get a stamp for each farm, state, animal and cut you haven't had before.
    </p>
    <a class="button" href={paths.shop()}>
      Browse the shop
    </a>
  </section>
)

const Inside = (props: PassportPageProps) => {
  const { passport, leaf } = props
  return (
    <>
      <BadgeChips passport={passport} path={paths.passport()} />
      <StampLeaf
        leaf={leaf}
        next={passport.chosen.length === 0 ? nextStamps(passport.tasted) : []}
        path={passportPath(paths.passport(), passport.chosen)}
      />
      <Rate {...props} />
      <Share url={props.url} />
    </>
  )
}

const Rate = ({ cuts, passport }: PassportPageProps) => (
  <section class="to-rate" aria-labelledby="to_rate">
    <h2 class="to-rate__title" id="to_rate">
      Rate what you ate
    </h2>
    <ul class="to-rate__list">
      {cuts.items.map((cut) => (
        <CutToRate cut={cut} />
      ))}
    </ul>
    <MoreCuts cuts={cuts} path={passportPath(paths.passport(), passport.chosen)} />
  </section>
)

function MoreCuts({ cuts: { page, pages }, path }: { cuts: Part<RatedCut>; path: string }) {
  if (pages < 2) return null
  const hrefOf = (to: number) => `${path}${path.includes('?') ? '&' : '?'}page=${to}#to_rate`
  return (
    <nav class="leaf-turn" aria-label="Cuts to rate">
      {page > 1 && <a href={hrefOf(page - 1)}>Newer</a>}
      <span>
        Page {page} of {pages}
      </span>
      {page < pages && <a href={hrefOf(page + 1)}>Older</a>}
    </nav>
  )
}

const Share = ({ url }: { url: string | null }) => (
  <section class="passport-share" aria-labelledby="passport_share">
    <h2 class="passport-share__title" id="passport_share">
      <Icon name="lock" /> {url === null ? 'Only you can see this' : 'Shared by a link'}
    </h2>
    {url === null ? (
      <Form action={paths.passportLink()} method="post">
        <p>Show your stamps to friends with a link. Your stars and notes stay private.</p>
        <button type="submit" class="button button--quiet">
          Make a link
        </button>
      </Form>
    ) : (
      <>
        <CopyControl text={url} of="the link to your passport" inline />
        <Form action={paths.passportLink()} method="delete">
          <button type="submit" class="button button--quiet">
            End the link
          </button>
        </Form>
      </>
    )}
  </section>
)
