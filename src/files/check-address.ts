import { BlockList, isIPv4, isIPv6 } from 'node:net'

const listOf = (subnets: string): BlockList => {
  const list = new BlockList()
  for (const subnet of subnets.trim().split(/\s+/)) {
    const [address = '', prefix] = subnet.split('/')
    list.addSubnet(address, Number(prefix), isIPv6(address) ? 'ipv6' : 'ipv4')
  }
  return list
}

/** Networks that IANA does not assign to the public, and a cloud metadata address. */
const closed = listOf(`
  0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24
  192.0.2.0/24 192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24
  198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4 168.63.129.16/32 2001::/23
  2001:db8::/32 2002::/16 3fff::/20 2620:4f:8000::/48
`)

/** Global unicast; mapped, translated, link-local and site-local addresses are outside of it. */
const worldwide = listOf('2000::/3')

/** Blocked even for hosts in the settings. */
const forbidden = listOf(`
  0.0.0.0/8 169.254.0.0/16 168.63.129.16/32 100.100.100.200/32 192.0.0.192/32 224.0.0.0/4 240.0.0.0/4
  fe80::/10 fd00:ec2::254/128 ff00::/8 ::/128 64:ff9b::/96 2002::/16 2001::/32
`)

/** Whether this IP address is public, so that a request to it reveals nothing of the portal's network. */
export const isPublic = (address: string): boolean => {
  if (isIPv4(address)) return !closed.check(address, 'ipv4')
  return isIPv6(address) && worldwide.check(address, 'ipv6') && !closed.check(address, 'ipv6')
}

/** For hosts in the settings: private networks are allowed, but not metadata services or mapped addresses. */
export const isReachable = (address: string): boolean => {
  if (isIPv4(address)) return !forbidden.check(address, 'ipv4')
  return isIPv6(address) && !/^::ffff:/i.test(address) && !forbidden.check(address, 'ipv6')
}
