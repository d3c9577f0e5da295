import { createHash } from 'node:crypto'

/** The lot from which a drug leaves, as in the trace data of the demo; empty for goods without an NDC. */
export const lotOf = (productId: string): string => {
  const digits = productId.replaceAll('-', '')
  if (!/^\d{10,11}$/.test(digits)) return ''
  const number = String(createHash('sha256').update(digits).digest().readUIntBE(0, 6))
  return `L${number.padStart(15, '0').slice(-5)}`
}
