/** GS1 check digit: from the right, every other digit counts three times. */
export const hasCheckDigit = (digits: string): boolean =>
  [...digits].toReversed().reduce((sum, digit, at) => sum + Number(digit) * (at % 2 === 0 ? 1 : 3), 0) % 10 === 0

/** Checks a Global Location Number: thirteen digits with a valid check digit. */
export const isGln = (text: string): boolean => /^\d{13}$/.test(text) && !/^0+$/.test(text) && hasCheckDigit(text)

/** The digits of a GS1 key with its check digit appended. */
export const withCheckDigit = (digits: string): string => {
  const sum = [...digits].toReversed().reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 3 : 1), 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}
