import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { catalog } from '#catalog/contract.ts'
import { queryOf } from '#web/api.ts'
import { useScans } from '#web/scans.ts'
import { toastWarning } from '#web/toast.ts'

/**
 * Shows a note on how the code was read, because the product page opens directly; listings show it above the products.
 */
const noteScan = async (code: string, slug: string): Promise<void> => {
  const { readScan, scanNote } = await import('#shared/read-scan.ts')
  const scan = readScan(code)
  const note = scan ? scanNote(scan, [slug]) : ''
  if (note) toastWarning(note)
}

/** Opens the product of a scanned code; if several or none match, opens the listing. */
export const useScannedProduct = (): void => {
  const router = useRouter()
  const client = useQueryClient()
  const open = useCallback(
    async (code: string) => {
      const found = await client.fetchQuery(queryOf(catalog.suggest, { query: { query: code } })).catch(() => null)
      const [product, another] = found?.products ?? []
      if (!product || another) return router.navigate({ to: '/search', search: { query: code } })
      await router.navigate({ to: '/product/$slug', params: { slug: product.slug } })
      await noteScan(code, product.slug).catch(() => {})
    },
    [client, router],
  )
  useScans(useCallback((code: string) => void open(code), [open]))
}
