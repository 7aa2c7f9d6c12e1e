import { isIPv6 } from 'node:net'

const GROUPS = 8
/** What one customer of a provider is given at the least; every address within is theirs to come from. */
const NETWORK_GROUPS = 4

/** What an address counts as for limits: IPv4 itself, IPv6 by the network that is one customer's. */
export function clientNetwork(written: string): string {
  const address = withoutPort(written)
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  if (!isIPv6(address)) return address
  const network = groupsOf(address).slice(0, NETWORK_GROUPS)
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::`
}

/** Some proxies write down from which port it came, which is another one each time. */
const withoutPort = (written: string) =>
  /^(?:\[(.+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d+)?$/.exec(written)?.slice(1).find(Boolean) ?? written

/** All eight, those that `::` leaves out as well. */
function groupsOf(address: string): string[] {
  const [front = [], back] = (address.split('%')[0] ?? '').split('::').map(writtenGroups)
  if (back === undefined) return front
  return [...front, ...Array<string>(GROUPS - front.length - back.length).fill('0'), ...back]
}

/** IPv4 at the end takes the place of two. */
const writtenGroups = (part: string): string[] =>
  part === '' ? [] : part.split(':').flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]))
