import { Button, Group, NativeSelect, Text } from '@mantine/core'
import { useState } from 'react'
import { FormActions } from '#web/form/form-actions.tsx'
import formStyles from '#web/form/form.module.css'
import { LimitedArea, LimitedInput } from '#web/form/limited-text.tsx'
import { useUnsaved } from '#web/form/use-unsaved.tsx'
import { ActButton } from '#web/ui/act-button.tsx'
import { ConfirmButton } from '#web/ui/confirm-button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import type { PreparedAnswer } from '../contract.ts'
import { useAddTemplate, useChangeTemplate, useRemoveTemplate, useTemplates } from './hooks.ts'
import styles from './returns.module.css'

const kinds = { authorize: 'Authorize', refuse: 'Refuse' } as const
const kindChoices = Object.entries(kinds).map(([value, label]) => ({ value, label }))

/** Prepared answers to return requests. */
export function PreparedAnswers() {
  const [open, setOpen] = useState<string | null>(null)
  const remove = useRemoveTemplate()
  const close = () => setOpen(null)
  return (
    <>
      <PageHeading title="Prepared answers" lead="Texts to choose from when you authorize or refuse a return." />
      <QueryStates query={useTemplates()}>
        {(templates) => (
          <Panel>
            {templates.length === 0 && open === null && (
              <EmptyState title="No answers yet">
                <p>Add the texts that you write often, such as your return address.</p>
              </EmptyState>
            )}
            <ul className={styles.list} aria-label="Prepared answers">
              {templates.map((template) => (
                <li key={template._id} className={styles.item}>
                  {open === template._id ? (
                    <TemplateForm template={template} close={close} />
                  ) : (
                    <div className={styles.head}>
                      <div>
                        <strong>{template.title}</strong>
                        <Text c="dimmed" fz="sm">
                          {kinds[template.kind]}
                        </Text>
                        <p className={styles.answer}>{template.words}</p>
                      </div>
                      <Group gap="xs">
                        <ActButton
                          size="compact-sm"
                          variant="default"
                          aria-label={`Change: ${template.title}`}
                          onClick={() => setOpen(template._id)}
                        >
                          Change
                        </ActButton>
                        <ConfirmButton
                          label="Remove"
                          button={{ size: 'compact-sm', 'aria-label': `Remove: ${template.title}` }}
                          question={`Remove ${template.title}?`}
                          isDestructive
                          isPending={remove.isPending}
                          confirm={(done) =>
                            remove.mutate(
                              { params: { id: template._id }, query: { __v: String(template.__v) } },
                              { onSettled: done },
                            )
                          }
                        />
                      </Group>
                    </div>
                  )}
                </li>
              ))}
            </ul>
            {open === 'new' && <TemplateForm close={close} />}
            {open === null && (
              <ActButton variant="default" mt="sm" onClick={() => setOpen('new')}>
                Add an answer
              </ActButton>
            )}
          </Panel>
        )}
      </QueryStates>
    </>
  )
}

function TemplateForm({ template, close }: { template?: PreparedAnswer; close: () => void }) {
  const before = { kind: template?.kind ?? 'authorize', title: template?.title ?? '', words: template?.words ?? '' }
  const [typed, setTyped] = useState<Pick<PreparedAnswer, 'kind' | 'title' | 'words'>>(before)
  const [isChecked, setIsChecked] = useState(false)
  const [add, change] = [useAddTemplate(), useChangeTemplate()]
  const unsaved = useUnsaved(() => JSON.stringify(typed) !== JSON.stringify(before))
  const send = () => {
    setIsChecked(true)
    if (typed.title.trim() === '' || typed.words.trim() === '') return
    const answer = { onSuccess: () => unsaved.saved(close) }
    if (template) change.mutate({ params: { id: template._id }, body: { ...typed, __v: template.__v } }, answer)
    else add.mutate({ body: typed }, answer)
  }
  return (
    <form
      className={formStyles.form}
      noValidate
      aria-label={template ? `Change ${template.title}` : 'New answer'}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {unsaved.question}
      <div className={formStyles.fields}>
        <NativeSelect
          label="For"
          data={kindChoices}
          value={typed.kind}
          onChange={({ currentTarget }) => setTyped({ ...typed, kind: currentTarget.value as PreparedAnswer['kind'] })} // the options are the kinds
        />
        <LimitedInput
          label="Title"
          required
          most={80}
          value={typed.title}
          error={isChecked && typed.title.trim() === '' && 'Enter a title.'}
          onChange={({ currentTarget }) => setTyped({ ...typed, title: currentTarget.value })}
        />
      </div>
      <LimitedArea
        label="Text"
        required
        most={2_000}
        autosize
        minRows={3}
        value={typed.words}
        error={isChecked && typed.words.trim() === '' && 'Enter the text.'}
        onChange={({ currentTarget }) => setTyped({ ...typed, words: currentTarget.value })}
      />
      <FormActions cancel={close}>
        <Button type="submit" loading={add.isPending || change.isPending}>
          Save answer
        </Button>
      </FormActions>
    </form>
  )
}
