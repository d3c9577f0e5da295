import { Box, Text } from '@mantine/core'
import type { ShippingAddress } from '../order-shapes.ts'
import styles from './address-block.module.css'

interface Props {
  title: string
  address: ShippingAddress
  /** Whom the parcel is for. */
  attention?: string | undefined
}

/** A postal address, read-only; it can be changed only in the account. */
export function AddressBlock({ title, address, attention }: Props) {
  const { fullName, address: street, city, region, postalCode, country } = address
  const place = [city, [region, postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  const lines = [attention && `Attn: ${attention}`, street, place, country].filter(Boolean)
  return (
    <Box miw={0}>
      <Text mb={4} c="dimmed" fz="xs" fw={550}>
        {title}
      </Text>
      <address className={styles.address}>
        {fullName && <strong>{fullName}</strong>}
        {lines.map((line) => (
          <span key={line}>{line}</span>
        ))}
        {!fullName && lines.length === 0 && (
          <Text span inherit c="dimmed">
            No address on file.
          </Text>
        )}
      </address>
    </Box>
  )
}
