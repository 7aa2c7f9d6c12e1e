import type { Part, Passport } from '#src/passport/passport.ts'
import type { Stamp } from '#src/passport/stamps.ts'
import { paths } from '#src/paths.ts'
import { BadgeChips } from './badge-chips.tsx'
import { PassportCover } from './passport-cover.tsx'
import { passportPath, StampLeaf } from './stamp-leaf.tsx'

type SharedPassportProps = { name: string | null; passport: Passport; leaf: Part<Stamp>; path: string }

/** What everyone sees who has the link. */
export const SharedPassportPage = ({ name, passport, leaf, path }: SharedPassportProps) => (
  <article class="passport-page">
    <PassportCover owner={name ? `${name}'s passport` : 'A passport'} passport={passport} />
    <BadgeChips passport={passport} path={path} />
    <StampLeaf leaf={leaf} next={[]} path={passportPath(path, passport.chosen)} />
    <p class="passport-share">
      Every stamp is a farm, state, animal or cut that came in a box.{' '}
      <a href={paths.shop()}>Start a passport of your own</a>
    </p>
  </article>
)
