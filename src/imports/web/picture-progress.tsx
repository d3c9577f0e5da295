import { Button } from '@mantine/core'
import type { Import } from '../import-shapes.ts'
import { useControlPictures } from './hooks.ts'
import styles from './import-dialog.module.css'
import { ProgressBar } from './progress-bar.tsx'

const number = (value: number): string => value.toLocaleString('en-US')

/** Progress of the pictures that arrive after the rows, with a retry for those that failed. */
export function PictureProgress({ one }: { one: Import }) {
  const steer = useControlPictures()
  const { waiting, fetched, failed } = one.pictures
  const say = (act: 'again' | 'stop') => steer.mutate({ params: { id: one._id }, body: { act } })
  if (one.state === 'undoing' || one.state === 'undone') return null
  if (one.kind === 'pictures')
    return one.state === 'ready' && waiting > 0 ? (
      <p className={styles.note}>
        {number(fetched)} of {number(fetched + waiting)} pictures have arrived. If this is interrupted, choose the same
        files to resume.
      </p>
    ) : null
  if (waiting + fetched + failed === 0) return null
  return (
    <div className={styles.actions}>
      {waiting > 0 ? (
        <ProgressBar label="Fetching pictures" done={fetched + failed} total={waiting + fetched + failed} unit="" />
      ) : (
        <output className={styles.lead}>
          {number(fetched)} {fetched === 1 ? 'picture was' : 'pictures were'} fetched
          {failed > 0 && `, ${number(failed)} could not be`}.
        </output>
      )}
      {waiting > 0 && (
        <Button size="xs" variant="default" loading={steer.isPending} onClick={() => say('stop')}>
          Stop fetching
        </Button>
      )}
      {failed > 0 && waiting === 0 && (
        <Button size="xs" variant="default" loading={steer.isPending} onClick={() => say('again')}>
          Try again
        </Button>
      )}
    </div>
  )
}
