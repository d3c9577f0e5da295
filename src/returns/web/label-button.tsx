import { Button } from '@mantine/core'
import { saveFile } from '#web/download.ts'
import { toastError } from '#web/toast.ts'
import type { ReturnDetail } from '../contract.ts'
import { fetchLabel } from './hooks.ts'

export function LabelButton({ found: { _id: id, number }, label }: { found: ReturnDetail; label: string }) {
  const save = () =>
    fetchLabel(id, label)
      .then((file) => saveFile(file, file.type, `RMA-${number}-label.pdf`))
      .catch((error: unknown) => toastError(error instanceof Error ? error.message : 'The label could not be loaded.'))
  return (
    <Button size="xs" variant="default" onClick={() => void save()}>
      Download label
    </Button>
  )
}
