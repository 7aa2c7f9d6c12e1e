/** @jsxImportSource react */
import { Icon } from './icon.tsx'
import type { Place } from './props.ts'

type PromiseProps = Place & { postalCodeUrl: string }

export const DeliveryPromise = ({ postalCode, earliest, noDeliveryReason, postalCodeUrl }: PromiseProps) => (
  <p className="delivery-promise">
    <Icon name="truck" />
    <span>
      {earliest ? (
        <>
          <b>{`Arrives as early as ${earliest}`}</b>
          {` in ${postalCode}. You pick the day at checkout.`}
        </>
      ) : (
        <>
          <b>Ships frozen. Arrives on the day you pick.</b>{' '}
          {noDeliveryReason ?? (
            <>
              <a href={postalCodeUrl} data-turbo-frame="modal">
                Enter your ZIP code
              </a>
              {' to see how soon it can arrive.'}
            </>
          )}
        </>
      )}
    </span>
  </p>
)
