import { useQuery } from '@tanstack/react-query'
import { queryOf, useChange } from '#web/api.ts'
import { branding } from '../contract.ts'

export const useBrand = () => useQuery(queryOf(branding.brand))

/** Reloads the page, because its HTML contains the brand. */
const changed = (saved: () => void) => ({
  refresh: [branding.brand],
  onSuccess: () => {
    saved()
    location.reload()
  },
})

export const useChangeBrand = (saved: () => void) => useChange(branding.change, changed(saved))
export const useResetBrand = (saved: () => void) => useChange(branding.reset, changed(saved))
