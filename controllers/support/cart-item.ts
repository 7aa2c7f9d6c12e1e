const CART_ITEM = /\/cart\/items\/([\w-]+)$/

/** The token of the offer whose quantity in the box a form changes; undefined for any other form. */
export const cartItemOf = (form: HTMLFormElement): string | undefined => CART_ITEM.exec(form.action)?.[1]
