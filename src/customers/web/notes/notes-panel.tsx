import { Button, Stack } from '@mantine/core'
import { type SyntheticEvent, useState } from 'react'
import forms from '#web/form/form.module.css'
import { ForEditors } from '#web/for-editors.tsx'
import { FormActions } from '#web/form/form-actions.tsx'
import { ConfirmButton } from '#web/ui/confirm-button.tsx'
import { MomentText } from '#web/ui/day.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { LimitedArea } from '#web/form/limited-text.tsx'
import { useAddNote, useNotes, useRemoveNote } from './hooks.ts'
import styles from './notes-panel.module.css'

export function NotesPanel({ userId }: { userId: string }) {
  const remove = useRemoveNote()
  return (
    <Panel title="Notes">
      <Stack gap="sm">
        <p className={forms.note}>Visible to admins only. Customers never see notes.</p>
        <ForEditors>
          <NoteForm userId={userId} />
        </ForEditors>
        <QueryStates query={useNotes(userId)} skeleton={<Skeleton height="3rem" />}>
          {(notes) =>
            notes.length > 0 && (
              <ul className={styles.notes} aria-label="Notes">
                {notes.map((note) => (
                  <li key={note._id}>
                    <p className={forms.note}>
                      {note.author}, <MomentText at={note.createdAt} />
                    </p>
                    <p className={styles.text}>{note.text}</p>
                    <ConfirmButton
                      label="Remove"
                      button={{
                        size: 'compact-xs',
                        variant: 'subtle',
                        'aria-label': `Remove the note by ${note.author}: ${note.text.slice(0, 60)}`,
                      }}
                      question="Remove this note?"
                      isDestructive
                      isPending={remove.isPending}
                      confirm={(onSuccess) => remove.mutate({ params: { id: userId, note: note._id } }, { onSuccess })}
                    >
                      <p>{note.text}</p>
                    </ConfirmButton>
                  </li>
                ))}
              </ul>
            )
          }
        </QueryStates>
      </Stack>
    </Panel>
  )
}

function NoteForm({ userId }: { userId: string }) {
  const [text, setText] = useState('')
  const add = useAddNote(() => setText(''))
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (text.trim()) add.mutate({ params: { id: userId }, body: { text } })
  }
  return (
    <form className={forms.form} onSubmit={submit} aria-label="New note">
      <LimitedArea
        label="New note"
        autosize
        minRows={2}
        maxRows={8}
        most={2_000}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <FormActions>
        <Button type="submit" loading={add.isPending} disabled={!text.trim()}>
          Save note
        </Button>
      </FormActions>
    </form>
  )
}
