/** Whether a key belongs to what is being typed; a letter in a box for numbers does not, nor anything in no field. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('textarea, select, [role="dialog"] *') ||
    (target instanceof HTMLInputElement && !notTyped.has(target.type) && !numeric.has(target.inputMode)))

const numeric = new Set(['numeric', 'decimal'])
const notTyped = new Set(['button', 'checkbox', 'number', 'radio', 'submit'])
