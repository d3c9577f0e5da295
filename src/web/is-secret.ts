/** No password, no code and nothing of a card is written down, a password that is uncovered just now included. */
export const isSecret = ({
  type,
  autocomplete,
  dataset,
}: Pick<HTMLInputElement, 'type' | 'autocomplete' | 'dataset'>): boolean =>
  'secret' in dataset ||
  ['password', 'file', 'hidden'].includes(type) ||
  /^(one-time-code|cc-|.*password)/.test(autocomplete)
