import { Button } from '@mantine/core'
import { Paperclip } from 'lucide-react'
import { dayWords } from '#shared/day-words.ts'
import { download } from '#web/download.ts'
import { dayIn } from '#web/ui/day.tsx'
import { licenses } from '../../licenses/contract.ts'
import type { License } from '../../licenses/license-shapes.ts'

/** The copies of a license, to download. */
export function FileLinks({ files }: Pick<License, 'files'>) {
  return files.map(({ _id, name, addedAt }) => (
    <Button
      key={_id}
      variant="subtle"
      size="compact-sm"
      leftSection={<Paperclip size={14} aria-hidden />}
      title={`Added ${dayWords(dayIn(addedAt))}`}
      onClick={() => void download(licenses.file.path.replace(':id', _id), name)}
    >
      {name.length > 40 ? `${name.slice(0, 37)}…` : name}
    </Button>
  ))
}
