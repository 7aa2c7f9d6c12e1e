import type { Config } from '../config/config.ts'
import { toGsm } from './gsm.ts'

/** Stand in a kept text for the shop's name and address, which transactions don't know. */
export const SHOP_MARK = '[shop]'
export const URL_MARK = '[url]'

export const fillMarks = ({ store, appUrl }: Pick<Config, 'store' | 'appUrl'>, body: string): string =>
  body.replaceAll(SHOP_MARK, toGsm(store.name)).replaceAll(URL_MARK, appUrl)
