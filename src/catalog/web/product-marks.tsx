import type { ReactNode } from 'react'
import tag from '#web/ui/tag.module.css'
import text from '#web/ui/text.module.css'
import type { ProductCard } from '../contract.ts'

interface Props {
  product: ProductCard
  /** The mark of a product that only some businesses see. */
  limited: ReactNode
}

/** The marks of a product in a list. */
export function ProductMarks({ product, limited }: Props) {
  const { coldStatus, deaSchedule, isPublished, isRestricted } = product
  return (
    <>
      {coldStatus && (
        <span className={`${tag.tag} ${tag.cold}`} title={coldStatus}>
          <span aria-hidden="true">{coldStatus.charAt(0)}</span>
          <span className={text.unseen}>{coldStatus}</span>
        </span>
      )}
      {deaSchedule && (
        <span className={tag.tag} title="Controlled substance">
          {deaSchedule}
        </span>
      )}
      {!isPublished && <span className={tag.tag}>Draft</span>}
      {isRestricted && (
        <span className={tag.tag} title="Limited visibility">
          {limited}
        </span>
      )}
    </>
  )
}
