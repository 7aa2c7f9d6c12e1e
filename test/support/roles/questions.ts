import { paths } from '#src/paths.ts'
import type { Person, ShopWithPeople } from '../people.ts'
import type { RequestSpec } from '../requests.ts'
import { addressOf, type Route } from '../routes.ts'
import { TABLE } from './index.ts'
import type { Line } from './lines.ts'

/** 'GET cart': the method and the route's name in `paths.ts`, or its path for the provider's own routes. */
export const nameOf = ({ method, path }: Route) => `${method} ${NAMES.get(path) ?? path}`

const NAMES = new Map(
  Object.entries(paths).flatMap(([name, entry]) =>
    'pattern' in entry ? [[entry.pattern as string, name]] : [],
  ),
)

export const lineOf = (route: Route): Line => {
  const line = TABLE[nameOf(route)]
  if (!line) throw new Error(`${nameOf(route)} has no line`)
  return line
}

/** A person's request to a route, as its line in the table describes it. */
export function requestSpecOf(
  town: ShopWithPeople,
  route: Route,
  person: Person,
  asked = lineOf(route).asked(town, person),
): RequestSpec {
  const path = addressOf(route, asked.params ?? {}).replace('*', 'stripe.js')
  const method = route.method === 'ALL' ? 'GET' : route.method
  return {
    method,
    path: asked.query ? `${path}?${asked.query}` : path,
    ...(asked.fields ? { fields: asked.fields } : {}),
  }
}
