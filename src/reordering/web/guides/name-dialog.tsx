import { Button } from '@mantine/core'
import { type SyntheticEvent, useState } from 'react'
import { FormActions } from '#web/form/form-actions.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { LimitedInput } from '#web/form/limited-text.tsx'
import { useRenameGuide } from './hooks.ts'
import styles from './order-guides.module.css'

interface Props {
  guide: { _id: string; name: string }
  isOpen: boolean
  close: () => void
}

export function NameDialog({ guide, isOpen, close }: Props) {
  const [name, setName] = useState(guide.name)
  const rename = useRenameGuide(close)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (name.trim()) rename.mutate({ params: { id: guide._id }, body: { name: name.trim() } })
  }
  return (
    <Dialog isOpen={isOpen} title="Rename order guide" close={close}>
      <form className={styles.form} onSubmit={submit}>
        <LimitedInput
          label="Name"
          required
          most={80}
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <FormActions cancel={close}>
          <Button type="submit" loading={rename.isPending}>
            Rename
          </Button>
        </FormActions>
      </form>
    </Dialog>
  )
}
