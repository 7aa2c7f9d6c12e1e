import { isIPv6 } from 'node:net'

const GROUPS = 8
/** A /64: the smallest network that a provider assigns to one customer. */
const NETWORK_GROUPS = 4

/** An IPv4 address, or the network of an IPv6 address. */
export function clientNetwork(clientAddress: string): string {
  const address = withoutPort(clientAddress)
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  if (!isIPv6(address)) return address
  const network = groupsOf(address).slice(0, NETWORK_GROUPS)
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::`
}

/** Some proxies append the client's port, which differs for each connection. */
const withoutPort = (address: string) =>
  /^(?:\[(.+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d+)?$/.exec(address)?.slice(1).find(Boolean) ?? address

function groupsOf(address: string): string[] {
  const [front = [], back] = (address.split('%')[0] ?? '').split('::').map(parseGroups)
  if (back === undefined) return front
  return [...front, ...Array<string>(GROUPS - front.length - back.length).fill('0'), ...back]
}

/** A trailing IPv4 part counts as two groups. */
const parseGroups = (part: string): string[] =>
  part === '' ? [] : part.split(':').flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]))
