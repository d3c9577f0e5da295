import { Status } from '#web/ui/status.tsx'
import { leftWords } from '../../limits/check-limits.ts'
import { useAllocated } from './hooks.ts'

/** The remaining allocation of a product; renders nothing for users who do not order. */
export function AllocationMark({ productId }: { productId: string }) {
  const { data } = useAllocated(productId)
  if (!data) return null
  return <Status tone={data.left > 0 ? 'notice' : 'bad'}>Allocated: {leftWords(data)}</Status>
}
