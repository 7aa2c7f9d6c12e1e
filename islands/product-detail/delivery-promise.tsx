/** @jsxImportSource react */
import { Icon } from './icon.tsx'
import type { Place } from './props.ts'

type PromiseProps = Place & { askUrl: string }

/** How soon it can be there, for the place the visitor told us; without one, how to find out. */
export const DeliveryPromise = ({ postalCode, earliest, noDays, askUrl }: PromiseProps) => (
  <p className="delivery-promise">
    <Icon name="truck" />
    <span>
      {earliest ? (
        <>
          <b>{`Arrives as early as ${earliest}`}</b>
          {` in ${postalCode}. You choose the day at checkout.`}
        </>
      ) : (
        <>
          <b>Packed frozen, on the day you choose.</b>{' '}
          {noDays ?? (
            <>
              <a href={askUrl} data-turbo-frame="modal">
                Enter your zip code
              </a>
              {' to see how early it can arrive.'}
            </>
          )}
        </>
      )}
    </span>
  </p>
)
