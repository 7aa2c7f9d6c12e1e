import type { Child } from 'hono/jsx'
import { fitted, type Logo as ShopLogo, type Size } from '#src/shop-settings/logo.ts'
import { usePage } from './page-facts.ts'

const HEADER: Size = { width: 192, height: 40 }

type LogoProps = { within?: Size }

/** The shop's logo, or its name. */
export function Logo({ within = HEADER }: LogoProps): Child {
  const { store } = usePage()
  return store.logo ? <LogoPicture logo={store.logo} within={within} /> : store.name
}

/** The attributes say the size it shows at. With `inline-size: auto` it would have none until it loads. */
export const LogoPicture = ({ logo, within = HEADER }: LogoProps & { logo: ShopLogo }) => {
  const { width, height } = fitted(logo, within)
  return <img class="logo__picture" src={logo.path} width={width} height={height} alt={logo.alt} />
}
