interface Packed {
  /** As printed on the label. */
  packSize: string
  packQuantity: number | null
  packUnit: string
}

/** The contents of one container: `10 x 2 mL`, `10 vials, 2 mL each`, `10 VIAL in 1 CARTON > 2 mL in 1 VIAL`. */
const inners = [
  /\d\s*[x×]\s*(\d*\.?\d+)/i,
  /,\s*(\d*\.?\d+)\s[^,]*\beach$/i,
  />\s*(\d*\.?\d+)\s[^>]*\sin 1 (?!blister)[^>]*$/i,
] as const

/** The pack for filters, `10 x 2 mL` or `100 ct`; containers count only if they add up to the total contents. */
export const packLabel = ({ packSize, packQuantity, packUnit }: Packed): string => {
  if (packQuantity === null || packUnit === '') return ''
  const unit = packUnit === 'EA' ? 'ct' : packUnit
  const [inner = 0] = inners.flatMap((form) => form.exec(packSize)?.[1] ?? []).map(Number)
  const count = Math.round(packQuantity / inner)
  const isWhole = count > 1 && Math.abs(count * inner - packQuantity) < 1e-6 && (inner !== 1 || unit !== 'ct')
  return isWhole ? `${count} x ${inner} ${unit}` : `${packQuantity} ${unit}`
}
