import { tallManOf } from '#shared/look-alikes.ts'
import { showName } from '#shared/show-strengths.ts'
import styles from './drug-name.module.css'

/**
 * A product's name, with the letters raised that tell it from one it is mistaken for; read aloud it is plain. Strengths are
 * written as safe practice asks for, with the label's own words beside them where those are others.
 */
export function DrugName({ name }: { name: string }) {
  const { shown, label } = showName(name)
  const raised = shown.replaceAll(/[a-z]+/gi, (word) => tallManOf(word) ?? word)
  return (
    <>
      {raised === shown ? (
        shown
      ) : (
        <>
          <span className={styles.unseen}>{shown}</span>
          <span aria-hidden="true">{raised}</span>
        </>
      )}
      {label && <small> label: {label}</small>}
    </>
  )
}
