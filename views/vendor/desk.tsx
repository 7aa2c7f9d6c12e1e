import type { Child } from 'hono/jsx'
import type { Farm } from '#db/schema/index.ts'
import type { DeskLink } from '#src/accounts/other-desks.ts'
import { paths } from '#src/paths.ts'
import { Notice } from '../shared/notice.tsx'
import { usePage } from '../shared/page-facts.ts'
import { Picture } from '../shared/picture.tsx'

type FarmDeskProps = { farm: Farm; userName: string; otherDesks: DeskLink[]; children?: Child }

/** The frame of a farm's pages: roomier than the clerks', with its own land on top. */
export function FarmDesk({ farm, userName, otherDesks, children }: FarmDeskProps) {
  const { store, flash } = usePage()
  return (
    <div class="farm-desk">
      <header class="farm-desk__bar">
        <a class="logo" href={paths.farmDesk(farm.slug)}>
          {store.name}
        </a>
        <nav aria-label="Your farm">
          <a class="farm-desk__link" href={paths.farmInventory(farm.slug)}>
            Your shelf
          </a>{' '}
          <a class="farm-desk__link" href={paths.farmDeliveries(farm.slug)}>
            Deliveries
          </a>{' '}
          <a class="farm-desk__link" href={paths.farmDemand(farm.slug)}>
            What shoppers want
          </a>
          <a class="farm-desk__link" href={paths.farmReviews(farm.slug)}>
            Reviews
          </a>
          <a class="farm-desk__link" href={paths.farmStatements(farm.slug)}>
            Statements
          </a>
        </nav>
        <p class="farm-desk__who">
          {userName}{' '}
          {otherDesks.map(({ title, path }) => (
            <>
              <a href={path}>{title}</a>{' '}
            </>
          ))}
          <a href={paths.home()}>Back to the shop</a>
        </p>
      </header>
      <div class="farm-desk__land">
        <Picture name={farm.picture} sizes="100vw" alt="" />
      </div>
      <main id="main" class="farm-desk__main" tabindex={-1}>
        <div id="flash" class="flash" role="status">
          {flash && <Notice {...flash} />}
        </div>
        {children}
      </main>
    </div>
  )
}
