import type { FC } from 'hono/jsx'
import type { ListingCard } from '#src/catalog/listing.ts'
import type { Category } from '#src/catalog/rules.ts'
import type { CalendarDay } from '#src/delivery/calendar.ts'
import type { Follower } from '#src/farms/follow.ts'
import type { ListedVideo } from '#src/videos/videos.ts'
import { AccordionExamples } from './accordion.tsx'
import { AddressAutofillExamples } from './address-autofill.tsx'
import { BarcodeFieldExamples } from './barcode-field.tsx'
import { CalendarExamples } from './calendar.tsx'
import { CategorySwitcherExamples } from './category-switcher.tsx'
import { CopyToClipboardExamples } from './copy-to-clipboard.tsx'
import { CountdownTimerExamples } from './countdown-timer.tsx'
import { EmailCaptureExamples } from './email-capture.tsx'
import { ExpandableCollectionExamples } from './expandable-collection.tsx'
import { ExpeditedShippingExamples } from './expedited-shipping.tsx'
import { FarmFollowExamples } from './farm-follow.tsx'
import { GiftingExamples } from './gifting.tsx'
import { InfoModalExamples } from './info-modal.tsx'
import { MiniCartExamples } from './mini-cart.tsx'
import { ModalExamples } from './modal.tsx'
import { PhoneInputExamples } from './phone-input.tsx'
import { PickYourPromotionExamples } from './pick-your-promotion.tsx'
import { PostalCodeCaptureExamples } from './postal-code-capture.tsx'
import { QuantitySelectorExamples } from './quantity-selector.tsx'
import { QuickAddSelectorExamples } from './quick-add-selector.tsx'
import { SliderExamples } from './slider.tsx'
import { SmsMarketingCheckboxExamples } from './sms-marketing-checkbox.tsx'
import { SmsPreferencesExamples } from './sms-preferences.tsx'
import { StarRatingExamples } from './star-rating.tsx'
import { SubscriptionOffersListingExamples } from './subscription-offers-listing.tsx'
import { SubscriptionRenewalFrequencyExamples } from './subscription-renewal-frequency.tsx'
import { TabsExamples } from './tabs.tsx'
import { ToastExamples } from './toast.tsx'
import { VideoModalExamples } from './video-modal.tsx'
import { WaitListExamples } from './wait-list.tsx'

export type ExampleFacts = {
  /** The token of a sold-out offer. */
  soldOut: string | null
  category: Category | null
  cards: ListingCard[]
  /** Arrival days in Seattle with expedited delivery, and without. */
  days: CalendarDay[]
  standardDays: CalendarDay[]
  ticked: boolean
  farm: { id: number; slug: string; name: string } | null
  /** Null when signed out. */
  follower: Follower | null
  videos: ListedVideo[]
}

export type Behavior = {
  name: string
  title: string
  Examples: FC<ExampleFacts>
  /** 'orders' when it names none. */
  styles?: 'farms'
}

export const BEHAVIORS: Behavior[] = [
  { name: 'accordion', title: 'Accordion', Examples: AccordionExamples },
  { name: 'address-autofill', title: 'Address autofill', Examples: AddressAutofillExamples },
  { name: 'barcode-field', title: 'Barcode field and scale', Examples: BarcodeFieldExamples },
  { name: 'calendar', title: 'Calendar', Examples: CalendarExamples },
  { name: 'category-switcher', title: 'Category switcher', Examples: CategorySwitcherExamples },
  { name: 'copy-to-clipboard', title: 'Copy to clipboard', Examples: CopyToClipboardExamples },
  { name: 'countdown-timer', title: 'Countdown timer', Examples: CountdownTimerExamples },
  { name: 'email-capture', title: 'Email capture', Examples: EmailCaptureExamples },
  { name: 'expandable-collection', title: 'Expandable collection', Examples: ExpandableCollectionExamples },
  { name: 'expedited-shipping', title: 'Expedited shipping', Examples: ExpeditedShippingExamples },
  { name: 'farm-follow', title: 'Farm follow', Examples: FarmFollowExamples, styles: 'farms' },
  { name: 'gifting', title: 'Gifting', Examples: GiftingExamples },
  { name: 'info-modal', title: 'Info modal', Examples: InfoModalExamples },
  { name: 'mini-cart', title: 'Mini cart', Examples: MiniCartExamples },
  { name: 'modal', title: 'Modal', Examples: ModalExamples },
  { name: 'phone-input', title: 'Phone input', Examples: PhoneInputExamples },
  { name: 'pick-your-promotion', title: 'Pick your promotion', Examples: PickYourPromotionExamples },
  { name: 'postal-code-capture', title: 'Postal-code capture', Examples: PostalCodeCaptureExamples },
  { name: 'quantity-selector', title: 'Quantity selector', Examples: QuantitySelectorExamples },
  { name: 'quick-add-selector', title: 'Quick-add selector', Examples: QuickAddSelectorExamples },
  { name: 'slider', title: 'Sliders', Examples: SliderExamples },
  { name: 'sms-marketing-checkbox', title: 'SMS marketing checkbox', Examples: SmsMarketingCheckboxExamples },
  { name: 'sms-preferences', title: 'SMS preferences', Examples: SmsPreferencesExamples },
  { name: 'star-rating', title: 'Star rating', Examples: StarRatingExamples },
  {
    name: 'subscription-offers-listing',
    title: 'Subscription offers listing',
    Examples: SubscriptionOffersListingExamples,
  },
  {
    name: 'subscription-renewal-frequency',
    title: 'Subscription renewal frequency',
    Examples: SubscriptionRenewalFrequencyExamples,
  },
  { name: 'tabs', title: 'Tabs', Examples: TabsExamples },
  { name: 'toast', title: 'Toast', Examples: ToastExamples },
  { name: 'video-modal', title: 'Video modal', Examples: VideoModalExamples, styles: 'farms' },
  { name: 'wait-list', title: 'Wait list', Examples: WaitListExamples },
]
