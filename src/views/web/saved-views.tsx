import { ActionIcon, Button, Popover, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Bookmark, Trash2 } from 'lucide-react'
import { useId, useState, type SubmitEvent } from 'react'
import type { TableName } from '#shared/table-names.ts'
import { queryOf, useChange } from '#web/api.ts'
import { LimitedInput } from '#web/form/limited-text.tsx'
import { views, type ViewState } from '../contract.ts'
import styles from './saved-views.module.css'

interface Props {
  name: TableName
  view: ViewState
  show: (view: ViewState) => void
}

/** Named sets of filters, order and columns, saved with the account. */
export function SavedViews({ name, view, show }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Popover position="bottom-end" shadow="md" trapFocus returnFocus opened={isOpen} onChange={setIsOpen}>
      <Popover.Target>
        <Button
          size="xs"
          variant="default"
          leftSection={<Bookmark size={14} aria-hidden />}
          onClick={() => setIsOpen(!isOpen)}
        >
          Views
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Saved views">
        <Views
          name={name}
          view={view}
          show={(chosen) => {
            show(chosen)
            setIsOpen(false)
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}

function Views({ name, view: now, show }: Props) {
  const titleId = useId()
  const { data: saved, error } = useQuery(queryOf(views.list, { params: { table: name } }))
  const keep = useChange(views.keep, { refresh: [views.list], success: ({ name: kept }) => `View “${kept}” saved` })
  const remove = useChange(views.remove, { refresh: [views.list], success: 'View deleted' })

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const typed = new FormData(form).get('name')
    const title = typeof typed === 'string' ? typed.trim() : ''
    if (title)
      keep.mutate({ params: { table: name }, body: { name: title, state: now } }, { onSuccess: () => form.reset() })
  }

  return (
    <Stack gap={0} w="min(17rem, 80vw)">
      <Text mb="xs" fz="xs" fw={620} id={titleId}>
        Saved views
      </Text>
      {error && (
        <Text mb="sm" c="dimmed" fz="sm">
          {error.message}
        </Text>
      )}
      {saved?.length === 0 && (
        <Text mb="sm" c="dimmed" fz="sm">
          Saves the current filters, sorting and columns.
        </Text>
      )}
      {saved && saved.length > 0 && (
        <ul className={styles.list} aria-labelledby={titleId}>
          {saved.map((view) => (
            <li key={view._id}>
              <button
                type="button"
                className={styles.view}
                aria-current={isSame(view.state, now) || undefined}
                onClick={() => show(view.state)}
              >
                {view.name}
              </button>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Delete view ${view.name}`}
                onClick={() => remove.mutate({ params: { table: name, id: view._id } })}
              >
                <Trash2 size={15} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <form className={styles.form} onSubmit={submit}>
        <LimitedInput size="xs" name="name" label="Save this view as" most={60} required withAsterisk={false} />
        <Button size="xs" type="submit" loading={keep.isPending}>
          Save
        </Button>
      </form>
    </Stack>
  )
}

const isSame = (one: ViewState, other: ViewState): boolean => written(one) === written(other)

const written = ({ query, sort, pageSize, hide }: ViewState): string =>
  JSON.stringify([Object.entries(query).toSorted(([a], [b]) => (a < b ? -1 : 1)), sort, pageSize, hide])
