/** Carriers by EasyPost's names for them. */
const PAGES: Record<string, (code: string) => string> = {
  UPS: (code) => `https://www.ups.com/track?tracknum=${code}`,
  UPSDAP: (code) => `https://www.ups.com/track?tracknum=${code}`,
  FedEx: (code) => `https://www.fedex.com/fedextrack/?trknbr=${code}`,
  FedExDefault: (code) => `https://www.fedex.com/fedextrack/?trknbr=${code}`,
  USPS: (code) => `https://tools.usps.com/go/TrackConfirmAction?tLabels=${code}`,
  OnTrac: (code) => `https://www.ontrac.com/tracking/?number=${code}`,
  OnTracV3: (code) => `https://www.ontrac.com/tracking/?number=${code}`,
}

/** The carrier's own page of a parcel; null for a carrier that we have no page of. */
export const carrierPage = (carrier: string | null, code: string | null): string | null =>
  (carrier && code && PAGES[carrier]?.(encodeURIComponent(code))) || null
