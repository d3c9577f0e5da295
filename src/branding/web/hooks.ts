import { useQuery } from '@tanstack/react-query'
import { editedQueryOf, useChange } from '#web/api.ts'
import { branding } from '../contract.ts'

export const useBrand = () => useQuery(editedQueryOf(branding.brand))

/** Reloads the page, because its HTML contains the brand. */
export const useChangeBrand = (saved: () => void) =>
  useChange(branding.change, {
    refresh: [branding.brand],
    success: null,
    onSuccess: () => {
      saved()
      location.reload()
    },
  })
