import { portalSettings } from '../portal-settings.ts'

/** Leads to them in a tab of its own, so that no form is left for it. */
export function TermsOfSale() {
  const { terms } = portalSettings.brand.legal
  if (!terms) return 'terms of sale'
  return (
    <a href={terms} target="_blank" rel="noreferrer">
      terms of sale
    </a>
  )
}
