/** An account number as it is stored and compared: people and the ERP write blanks and leading zeros, or leave them out. */
export const accountNumber = (text: string): string => text.replaceAll(/\s/gu, '').replace(/^0+/, '')
