import { Button } from '@mantine/core'
import { useState } from 'react'
import { Callout } from '#web/ui/callout.tsx'
import text from '#web/ui/text.module.css'
import { callAddress } from '#web/api-address.ts'
import { download } from '#web/download.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { ConfirmButton } from '#web/ui/confirm-button.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { ActButton } from '#web/ui/act-button.tsx'
import { imports } from '../contract.ts'
import type { Import } from '../import-shapes.ts'
import { marginSentence } from '../row-margins.ts'
import { useApply, useDiscard, useImportState, useStop, useUndo, useInvite, useControlPictures } from './hooks.ts'
import styles from './import-dialog.module.css'
import { ImportRows } from './import-rows.tsx'
import { ProgressBar } from './progress-bar.tsx'

const number = (value: number): string => value.toLocaleString('en-US')

interface Props {
  id: string
  /** Back to the columns, while the file is open. */
  back?: () => void
  close?: () => void
}

/** The preview, progress or result of an import, with its actions. */
export function ImportView({ id, back, close }: Props) {
  const query = useImportState(id)
  return (
    <QueryStates query={query} missing={<p className={styles.note}>This import no longer exists.</p>}>
      {(one) => (
        <div className={styles.body}>
          {one.problem && <Callout tone="warning">{one.problem}</Callout>}
          <Stage one={one} />
          <PictureProgress one={one} />
          <div className={styles.actions}>
            <Acts one={one} {...(back && { back })} />
            <Reports one={one} />
            {close && one.state !== 'ready' && (
              <Button variant={one.state === 'done' || one.state === 'undone' ? 'filled' : 'default'} onClick={close}>
                Close
              </Button>
            )}
          </div>
          {one.state !== 'sending' && <ImportRows key={one.state} one={one} />}
        </div>
      )}
    </QueryStates>
  )
}

function Stage({ one }: { one: Import }) {
  const { state, result, counts } = one
  switch (state) {
    case 'sending':
      return (
        <p className={styles.lead}>
          {number(one.received)} of {number(one.rowCount)} rows have arrived. The user who started it can send the rest
          by choosing the same file and columns again.
        </p>
      )
    case 'ready':
      return <p className={styles.lead}>Nothing has been changed yet. This is what the import will do:</p>
    case 'applying':
    case 'undoing':
      return (
        <>
          <ProgressBar
            label={state === 'applying' ? 'Importing' : 'Undoing'}
            done={one.done}
            total={one.toDo}
            unit=" rows"
          />
          <p className={styles.note}>
            You can close this window. The import continues on the server, and buyers can keep ordering.
          </p>
        </>
      )
    case 'stopped':
      return (
        <p className={styles.lead}>
          Stopped after {number(one.done)} of {number(one.toDo)} rows. Rows imported so far stay.
        </p>
      )
    case 'done':
      return (
        <output className={styles.lead}>
          {nouns[one.kind][2]} have been imported: {number(result.new)} new, {number(result.changed)} changed,{' '}
          {number(counts.unchanged + result.unchanged)} unchanged, {number(counts.refused + result.refused)} rejected
          {counts.noted > one.taken && `, ${number(counts.noted - one.taken)} skipped for review`}.
        </output>
      )
    case 'undone':
      return (
        <output className={styles.lead}>
          {number(one.undone)} {one.undone === 1 ? 'row was' : 'rows were'} undone
          {one.kept > 0 && `, ${number(one.kept)} kept in full or in part because they changed since`}.
        </output>
      )
  }
}

/** Singular, plural, and plural at the start of a sentence. */
const nouns: Record<Import['kind'], [one: string, several: string, said: string]> = {
  products: ['product', 'products', 'Products'],
  prices: ['price', 'prices', 'Prices'],
  list: ['price', 'prices', 'Prices'],
  pictures: ['picture', 'pictures', 'Pictures'],
  customers: ['customer', 'customers', 'Customers'],
}

const things = ({ kind }: Import, count: number): string => `${number(count)} ${nouns[kind][count === 1 ? 0 : 1]}`

function Acts({ one, back }: { one: Import; back?: () => void }) {
  const [isConfirming, setIsConfirming] = useState(false)
  const apply = useApply()
  const stop = useStop()
  const undo = useUndo()
  const invite = useInvite()
  const discard = useDiscard(() => {})
  const params = { id: one._id }
  const count = one.toDo
  const confirm = one.confirm?.rows
  const written = one.result.new + one.result.changed
  const isComplete = one.kind !== 'pictures' || one.pictures.waiting === 0
  return (
    <>
      {one.state === 'ready' && (
        <ActButton
          disabled={count === 0 || !isComplete}
          loading={apply.isPending}
          onClick={() => (one.confirm ? setIsConfirming(true) : apply.mutate({ params, body: {} }))}
        >
          {count === 0 ? 'Nothing to import' : `Import ${things(one, count)}`}
        </ActButton>
      )}
      {one.state === 'stopped' && (
        <ActButton loading={apply.isPending} onClick={() => apply.mutate({ params, body: {} })}>
          Continue
        </ActButton>
      )}
      {one.state === 'applying' && (
        <ActButton variant="default" loading={stop.isPending} onClick={() => stop.mutate({ params })}>
          Stop
        </ActButton>
      )}
      {one.state === 'ready' && back && (
        <Button variant="default" onClick={back}>
          Back
        </Button>
      )}
      {(one.state === 'sending' || one.state === 'ready') && !back && (
        <ActButton variant="default" loading={discard.isPending} onClick={() => discard.mutate({ params })}>
          Discard
        </ActButton>
      )}
      {(one.state === 'done' || one.state === 'stopped') && written > 0 && (
        <ConfirmButton
          label="Undo"
          question="Undo this import?"
          isDestructive
          isPending={undo.isPending}
          confirm={(onSettled) => undo.mutate({ params }, { onSettled })}
        >
          <p>
            {number(written)} rows will be restored. Records changed or ordered since stay as they are and are listed.
          </p>
        </ConfirmButton>
      )}
      {one.kind === 'customers' && (one.state === 'done' || one.state === 'stopped') && one.result.new > 0 && (
        // Customers are emailed only when an admin says so, because a file may be a trial.
        <ConfirmButton
          label="Send invitations"
          question="Send invitations?"
          answer="Send"
          isPending={invite.isPending}
          confirm={(onSettled) => invite.mutate({ params }, { onSettled })}
        >
          <p>
            Customers added by this import who have no password get an email with a link to choose one. The link is
            valid for seven days. Earlier links stop working.
          </p>
        </ConfirmButton>
      )}
      <Confirm
        isOpen={isConfirming}
        question="Change most of the rows in this file?"
        answer={`Change ${number(confirm ?? 0)} ${confirm === 1 ? 'row' : 'rows'}`}
        isDestructive
        isPending={apply.isPending}
        confirm={() => apply.mutate({ params, body: { confirm } }, { onSettled: () => setIsConfirming(false) })}
        close={() => setIsConfirming(false)}
      >
        <ul className={text.bullets}>
          {one.confirm?.margins.map((margin) => (
            <li key={margin.what}>{marginSentence(margin)}.</li>
          ))}
        </ul>
        <p>A column may not match its header. Check the rows before you continue.</p>
      </Confirm>
    </>
  )
}

function Reports({ one }: { one: Import }) {
  if (one.state === 'sending') return null
  const save = (show: 'all' | 'refused') =>
    void download(
      callAddress(imports.report.path, { params: { id: one._id }, query: { show } }),
      show === 'all' ? 'import-report.csv' : 'import-errors.csv',
    )
  return (
    <>
      <Button variant="subtle" onClick={() => save('all')}>
        Download report
      </Button>
      {one.counts.refused + one.result.refused > 0 && (
        <Button variant="subtle" onClick={() => save('refused')}>
          Download errors
        </Button>
      )}
    </>
  )
}

/** Progress of the pictures that arrive after the rows, with a retry for those that failed. */
function PictureProgress({ one }: { one: Import }) {
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
        <ActButton size="xs" variant="default" loading={steer.isPending} onClick={() => say('stop')}>
          Stop fetching
        </ActButton>
      )}
      {failed > 0 && waiting === 0 && (
        <ActButton size="xs" variant="default" loading={steer.isPending} onClick={() => say('again')}>
          Try again
        </ActButton>
      )}
    </div>
  )
}
