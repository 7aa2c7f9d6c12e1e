import { isIPv4, isIPv6 } from 'node:net'

const GROUPS = 8
/** A /64: the smallest network that a provider assigns to one customer. */
const NETWORK_GROUPS = 4

/** A /48: what a provider assigns to one site, or a host sells as one. */
const WIDER_GROUPS = 3

/** An IPv4 address, or the network of an IPv6 address. */
export const clientNetwork = (clientAddress: string): string => networkOf(clientAddress, NETWORK_GROUPS)

/** The 256 IPv4 addresses, or the /48 of IPv6, around an address. */
export function widerNetwork(clientAddress: string): string {
  const network = networkOf(clientAddress, WIDER_GROUPS)
  return isIPv4(network) ? `${network.slice(0, network.lastIndexOf('.'))}.0/24` : network
}

function networkOf(clientAddress: string, groups: number): string {
  const address = withoutPort(clientAddress)
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  if (!isIPv6(address)) return address
  const network = groupsOf(address).slice(0, groups)
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
