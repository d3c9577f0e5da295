/** Whether a key press is text input; letters in a number field and keys outside fields are not. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('textarea, select, [role="dialog"] *') ||
    (target instanceof HTMLInputElement && !notTyped.has(target.type) && !numeric.has(target.inputMode)))

const numeric = new Set(['numeric', 'decimal'])
const notTyped = new Set(['button', 'checkbox', 'number', 'radio', 'submit'])
