import { tallManOf } from '#shared/look-alikes.ts'
import styles from './drug-name.module.css'

/** A product's name, with the letters raised that tell it from one it is mistaken for; read aloud it is plain. */
export function DrugName({ name }: { name: string }) {
  const shown = name.replaceAll(/[a-z]+/gi, (word) => tallManOf(word) ?? word)
  if (shown === name) return name
  return (
    <>
      <span className={styles.unseen}>{name}</span>
      <span aria-hidden="true">{shown}</span>
    </>
  )
}
