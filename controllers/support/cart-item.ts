const CART_ITEM = /\/cart\/items\/([\w-]+)$/

export const cartItemOf = (form: HTMLFormElement): string | undefined => CART_ITEM.exec(form.action)?.[1]
