import type { FulfillmentCenter } from '#db/schema/index.ts'
import type { WaveList } from '#src/fulfillment/waves.ts'
import { paths } from '#src/paths.ts'
import { Pager } from '../catalog/pager.tsx'
import { formatMoment } from '../shared/local-time.ts'

export const WavesPage = ({ center, list }: { center: FulfillmentCenter; list: WaveList }) => (
  <>
    <header class="desk__head">
      <h1 class="desk__title">Waves</h1>
      <p class="desk__intro">Boxes that are packed together. An order is in one wave at most.</p>
    </header>
    {list.total === 0 ? (
      <section class="empty">
        <h2 class="empty__title">No waves yet</h2>
        <p class="empty__words">Select orders and export them to a wave.</p>
        <a class="button button--quiet" href={paths.centerOrders(center.slug, { state: 'ready' })}>
          See what is ready
        </a>
      </section>
    ) : (
      <ul class="wave-list">
        {list.waves.map(({ id, state, createdAt, boxCount }) => (
          <li class="wave-list__wave">
            <a href={paths.wave(center.slug, id)}>Wave {id}</a>
            <span>{boxCount === 1 ? '1 box' : `${boxCount} boxes`}</span>
            <span>{formatMoment(createdAt, center.zone)}</span>
            {state === 'void' && <span class="mark">Void</span>}
          </li>
        ))}
      </ul>
    )}
    <Pager page={list.page} pages={list.pages} path={paths.waves(center.slug)} />
  </>
)
