const CART_ITEM = /\/cart\/items\/([\w-]+)$/

export const cartItemOf = (form: Element): string | undefined =>
  CART_ITEM.exec(form.getAttribute('action') ?? '')?.[1]
