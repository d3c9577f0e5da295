/** Result of the formula of DEA numbers. Neither result proves anything: a number is verified only by looking it up. */
export type NumberCheck = 'passed' | 'failed' | 'shape'

/**
 * Two letters, or a letter and a 9, and seven digits, of which the last is a check digit. DEA has issued valid numbers
 * that fail, so a failed check requires proof instead of refusing the number.
 */
export const checkDeaNumber = (number: string): NumberCheck => {
  const [, digits = ''] = /^[ABFGMPR][A-Z9](\d{7})$/.exec(number.toUpperCase().replaceAll(/[\s-]/g, '')) ?? []
  if (digits === '') return 'shape'
  const [d1 = 0, d2 = 0, d3 = 0, d4 = 0, d5 = 0, d6 = 0, check] = [...digits].map(Number)
  return (d1 + d3 + d5 + 2 * (d2 + d4 + d6)) % 10 === check ? 'passed' : 'failed'
}
