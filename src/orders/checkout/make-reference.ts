const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * The order's reference in the ERP: the order id as a ULID after the portal's prefix. It stays unique even after a
 * database restore, and it starts with letters because the ERP pads numbers.
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
