const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * The reference an order carries into the ERP: the order's own id, written as a ULID behind the portal's prefix. It
 * never repeats, not even after a restore of the database, and it starts with letters, because the ERP pads
 * numbers.
 */
export const referenceOf = (orderId: string, prefix = 'AP'): string => {
  let rest = BigInt(`0x${orderId.replaceAll('-', '')}`)
  let ulid = ''
  for (let digit = 0; digit < 26; digit++) {
    ulid = `${alphabet[Number(rest & 31n)]}${ulid}`
    rest >>= 5n
  }
  return `${prefix}-${ulid}`
}
