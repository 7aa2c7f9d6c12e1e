import type { Store } from '../mails/mail-layout.tsx'
import { TurboStream } from '../shared/turbo.tsx'
import { CARD_ID, TrackingCard } from './tracking-card.tsx'
import { THAW_ID, TrackingThaw, type TrackingThawProps } from './tracking-thaw.tsx'
import { TIMELINE_ID, TrackingTimeline } from './tracking-timeline.tsx'

type Props = TrackingThawProps & { receiptKey: string | null; store: Pick<Store, 'phone'> }

/** The box has moved: nothing else on the page changes. */
export const TrackingMoved = ({ thaw, ...props }: Props) => (
  <>
    <TurboStream action="replace" method="morph" target={CARD_ID}>
      <TrackingCard {...props} />
    </TurboStream>
    <TurboStream action="replace" method="morph" target={TIMELINE_ID}>
      <TrackingTimeline {...props} />
    </TurboStream>
    {thaw && (
      <TurboStream action="replace" method="morph" target={THAW_ID}>
        <TrackingThaw tracking={props.tracking} thaw={thaw} />
      </TurboStream>
    )}
  </>
)
