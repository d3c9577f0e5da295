/** The form of item numbers, with up to three letters: "104233", "SKU-104233", "00093-0058-01". */
const numberForm = /^(?:\p{L}{0,3}[-_#./ ]?)\d[\d\-_./ ]{2,}\p{L}?$/u

/** Whether a text is a product's number rather than its name. */
export const isNumber = (text: string): boolean => numberForm.test(text.trim()) || !/\p{L}/u.test(text)
