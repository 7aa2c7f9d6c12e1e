import type { BoughtGiftCard } from '#db/schema/index.ts'
import { formatDay } from '../day.ts'

/** 'By email to rosa@example.com on Fri, Dec 18' */
export function deliveryWords({
  deliveryMethod,
  recipientEmail,
  message,
  sendOn,
}: Pick<BoughtGiftCard, 'deliveryMethod' | 'recipientEmail' | 'message' | 'sendOn'>): string {
  switch (deliveryMethod) {
    case 'email': {
      const to = recipientEmail ? ` to ${recipientEmail}` : ''
      return `By email${to}${sendOn ? ` on ${formatDay(sendOn, 'short')}` : ''}`
    }
    case 'print':
      return 'To print yourself'
    case 'ship':
      return 'On paper, by mail'
    case 'box':
      return message ? `To ${message}` : 'To its own address' // the name is erased in time
  }
}
