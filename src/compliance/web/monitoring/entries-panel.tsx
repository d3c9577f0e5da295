import { Button, Checkbox, FileButton, Group, Radio } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callAddress } from '#web/api-address.ts'
import { download } from '#web/download.ts'
import { LimitedArea } from '#web/form/limited-text.tsx'
import { useIsReadOnly } from '#web/read-only.ts'
import { toastError } from '#web/toast.ts'
import { MomentText } from '#web/ui/day.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { monitoring } from '../../monitoring/contract.ts'
import type { OrderReview, ReviewEntry } from '../../monitoring/review-shapes.ts'
import { uploadFile, useAddReviewNote } from './hooks.ts'
import styles from './monitoring.module.css'

const kindWords: Record<ReviewEntry['kind'], string> = {
  note: 'Note',
  customer: 'Customer’s request',
  file: 'File',
  onboarding: 'Onboarding file',
}

/** Notes, requests of the customer and private files. */
export function EntriesPanel({ review }: { review: OrderReview }) {
  const { _id: id, entries, outcome } = review
  return (
    <Panel title="Notes and files">
      {entries.length === 0 && <p className={styles.note}>No notes or files yet.</p>}
      <ul className={styles.list}>
        {entries.map(({ _id: file, kind, text, by, at }) => (
          <li key={file} className={styles.item}>
            <h3 className={styles.name}>{kindWords[kind]}</h3>
            {kind === 'file' || kind === 'onboarding' ? (
              <Button
                size="compact-sm"
                variant="default"
                onClick={() => void download(callAddress(monitoring.file.path, { params: { id, file } }), text)}
              >
                {text}
              </Button>
            ) : (
              <p>{text}</p>
            )}
            <small>
              {by}, <MomentText at={at} />
            </small>
          </li>
        ))}
      </ul>
      {outcome === null && <AddEntry id={id} />}
    </Panel>
  )
}

function AddEntry({ id }: { id: string }) {
  const [text, setText] = useState('')
  const [kind, setKind] = useState<'note' | 'customer'>('note')
  const [isEmpty, setIsEmpty] = useState(false)
  const add = useAddReviewNote()
  if (useIsReadOnly()) return null
  return (
    <>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          setIsEmpty(text.trim() === '')
          if (text.trim() !== '') add.mutate({ params: { id }, body: { kind, text } }, { onSuccess: () => setText('') })
        }}
      >
        <LimitedArea
          label="Note"
          value={text}
          most={4_000}
          autosize
          minRows={2}
          error={isEmpty && 'Enter the note.'}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <Radio.Group
          label="Kind of note"
          mt="xs"
          value={kind}
          onChange={(value) => setKind(value === 'customer' ? 'customer' : 'note')}
        >
          <Group gap="md" mt={4}>
            <Radio value="note" label="Note" />
            <Radio value="customer" label="Change or cancellation that the customer asks for" />
          </Group>
        </Radio.Group>
        <Button type="submit" size="xs" mt="sm" loading={add.isPending}>
          Add note
        </Button>
      </form>
      <AddFile id={id} />
    </>
  )
}

function AddFile({ id }: { id: string }) {
  const client = useQueryClient()
  const [isOnboarding, setIsOnboarding] = useState(false)
  const [isPending, setIsPending] = useState(false)
  const send = async (file: File | null) => {
    if (!file) return
    setIsPending(true)
    try {
      await uploadFile(id, file, isOnboarding)
    } catch (error) {
      toastError(error instanceof Error ? error.message : 'The file could not be sent. Try again.')
    }
    setIsPending(false)
    await client.invalidateQueries({ queryKey: [monitoring.review.path] })
  }
  return (
    <Group gap="md" mt="md">
      <FileButton accept="application/pdf,image/png,image/jpeg" onChange={(file) => void send(file)}>
        {(props) => (
          <Button {...props} size="xs" variant="default" loading={isPending}>
            Add file
          </Button>
        )}
      </FileButton>
      <Checkbox
        label="Part of the customer’s onboarding file"
        checked={isOnboarding}
        onChange={({ currentTarget }) => setIsOnboarding(currentTarget.checked)}
      />
    </Group>
  )
}
