/** Normalizes an account number: users and the ERP differ in spaces and leading zeros. */
export const accountNumber = (text: string): string => text.replaceAll(/\s/gu, '').replace(/^0+/, '')
