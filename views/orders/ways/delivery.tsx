import { paths } from '#src/paths.ts'
import { Way, type WayFacts } from './way.tsx'

/** The address page is part of the checkout, which a receipt's link doesn't open. */
export const DeliveryWay = ({ token, isOwner, street }: WayFacts & { street: string }) =>
  isOwner ? (
    <Way
      icon="place"
      href={paths.deliveryStep(token, { change: 'true', return_to: paths.order(token) })}
      title="Change the address"
      words={`${street}, or make it a gift`}
    />
  ) : null
