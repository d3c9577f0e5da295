/** Fields that are never saved: passwords (even while shown), codes and card data. */
export const isSecret = ({
  type,
  autocomplete,
  dataset,
}: Pick<HTMLInputElement, 'type' | 'autocomplete' | 'dataset'>): boolean =>
  'secret' in dataset ||
  ['password', 'file', 'hidden'].includes(type) ||
  /^(one-time-code|cc-|.*password)/.test(autocomplete)
