/** Checks a Global Location Number: thirteen digits with a valid check digit (mod 10, weights 1 and 3). */
export const isGln = (text: string): boolean => {
  if (!/^\d{13}$/.test(text) || /^0+$/.test(text)) return false
  const sum = [...text].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0
}
