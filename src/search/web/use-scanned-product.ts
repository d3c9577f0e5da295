import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { catalogue } from '#catalogue/contract.ts'
import { queryOf } from '#web/api.ts'
import { useScans } from '#web/scans.ts'

/** What a scanner reads leads to its product; where several fit, or none, to the listing that says so. */
export const useScannedProduct = (): void => {
  const router = useRouter()
  const client = useQueryClient()
  const open = useCallback(
    async (code: string) => {
      const found = await client.fetchQuery(queryOf(catalogue.suggest, { query: { query: code } })).catch(() => null)
      const [product, another] = found?.products ?? []
      if (product && !another) await router.navigate({ to: '/product/$slug', params: { slug: product.slug } })
      else await router.navigate({ to: '/search', search: { query: code } })
    },
    [client, router],
  )
  useScans(useCallback((code: string) => void open(code), [open]))
}
