import { toGsm } from './gsm.ts'

type Shop = { store: { name: string }; appUrl: string }

/** Stands in a kept text for the code, which only the sent one contains. */
export const CODE_MARK = '[code]'

/** Stand in a kept text for the shop's name and address, which transactions don't know. */
export const SHOP_MARK = '[shop]'
export const URL_MARK = '[url]'

export const fillMarks = ({ store, appUrl }: Shop, body: string): string =>
  body.replaceAll(SHOP_MARK, toGsm(store.name)).replaceAll(URL_MARK, appUrl)
