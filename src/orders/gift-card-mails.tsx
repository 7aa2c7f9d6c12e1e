import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { quickly } from '#db/client.ts'
import { boughtGiftCards } from '#db/schema/index.ts'
import { giftCardMail, giftCardToPrintMail } from '#views/mails/gift-card-mails.tsx'
import type { Config } from '../config/config.ts'
import { job } from '../jobs/job.ts'
import { LANES } from '../jobs/lanes.ts'
import { paths } from '../paths.ts'
import { boughtCardById, codeOfBought, issuedCardsOf, spacedCode } from '../pricing/bought-cards.ts'
import { deriveKey, hmac, isSame } from '../tokens.ts'

/** Opens the printable card, and with it the code, for anyone who has the link. */
export const printKey = ({ sessionSecret }: Pick<Config, 'sessionSecret'>, token: string) =>
  hmac(deriveKey(sessionSecret, 'print-gift-card'), token).toString('base64url')

export const isPrintKey = (config: Pick<Config, 'sessionSecret'>, token: string, key: unknown): boolean =>
  typeof key === 'string' && isSame(Buffer.from(printKey(config, token)), Buffer.from(key))

export const printPath = (config: Pick<Config, 'sessionSecret'>, token: string) =>
  paths.printGiftCard(token, { key: printKey(config, token) })

/** To the recipient, or to the buyer who prints it. `press`: names a press of "Send it again". */
export const mailGiftCard = job(
  'mail_gift_card',
  z.object({ boughtId: z.number(), press: z.string().nullable() }),
  LANES.mail,
  async ({ db, mailer, config, clock }, { boughtId, press }) => {
    const bought = boughtCardById(db, boughtId)
    const issued = bought && issuedCardsOf(db, bought.orderId).find((card) => card.bought.id === boughtId)
    if (!bought || !issued || bought.endedAt !== null || issued.frozenAt !== null) return
    const to = bought.recipientEmail ?? bought.senderEmail
    const code = codeOfBought(db, config.sessionSecret, bought)
    if (to === null) return
    if (code === null) throw new Error(`the code of bought gift card ${boughtId} can't be made again`)
    const facts = {
      cents: bought.amountCents,
      code: spacedCode(code),
      message: bought.message,
      printUrl: config.appUrl + printPath(config, bought.token),
      balanceUrl: config.appUrl + paths.giftCardBalance(),
      store: config.store,
    }
    const mail = bought.deliveryMethod === 'email' ? giftCardMail(facts) : giftCardToPrintMail(facts)
    await mailer.send({ ...mail, key: `gift_card:${bought.token}${press ? `:${press}` : ''}`, to })
    await quickly(db, (tx) =>
      tx.update(boughtGiftCards).set({ sentAt: clock.now() }).where(eq(boughtGiftCards.id, boughtId)).run(),
    )
  },
)
