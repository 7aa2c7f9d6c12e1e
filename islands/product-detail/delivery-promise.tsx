/** @jsxImportSource react */
import { Icon } from './icon.tsx'
import type { Place } from './props.ts'

type PromiseProps = Place & { postalCodeUrl: string }

export const DeliveryPromise = (place: PromiseProps) => (
  <p className="delivery-promise">
    <Icon name="truck" />
    <span>
      {place.noDeliveryReason ?? (
        <>
          <Day {...place} />
          <span className="delivery-promise__price">{`Delivery ${place.delivery}.`}</span>
        </>
      )}
    </span>
  </p>
)

const Day = ({ postalCode, earliest, earliestTerms, postalCodeUrl }: PromiseProps) =>
  earliest ? (
    <>
      <b>{`Arrives as early as ${earliest}`}</b>
      {`${earliestTerms && `${earliestTerms},`} in ${postalCode}. You pick the day at checkout.`}
    </>
  ) : (
    <>
      <b>Ships frozen. Arrives on the day you pick.</b>{' '}
      <a href={postalCodeUrl} data-turbo-frame="modal">
        Enter your ZIP code
      </a>
      {' to see how soon it can arrive.'}
    </>
  )
