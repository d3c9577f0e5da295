import { Button, FileButton } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Paperclip } from 'lucide-react'
import { useState } from 'react'
import { documentFormats, sendDocument } from '#files/web/upload-document.ts'
import { callAddress } from '#web/api-address.ts'
import { download } from '#web/download.ts'
import { ForEditors } from '#web/for-editors.tsx'
import { type ListColumn, ListTable } from '#web/table/list-table.tsx'
import { toastError, toastSuccess } from '#web/toast.ts'
import { Day } from '#web/ui/day.tsx'
import { Panel } from '#web/ui/panel.tsx'
import type { CaseDetail } from '../../quarantine/case-shapes.ts'
import { suspectCases } from '../../quarantine/contract.ts'

type CaseFile = CaseDetail['files'][number]

/** Photos and documents of a case, to download and to add. */
export function CaseFiles({ suspect: { _id: id, files } }: { suspect: CaseDetail }) {
  return (
    <Panel title="Files">
      <ListTable
        caption="Files of this case"
        columns={columnsOf(id)}
        rows={files}
        rowKey={({ _id }) => _id}
        empty={{ title: 'No files yet', text: 'Add photos of the package and letters of the manufacturer or FDA.' }}
      />
      <ForEditors>
        <AddFile id={id} />
      </ForEditors>
    </Panel>
  )
}

const columnsOf = (id: string): ListColumn<CaseFile>[] => [
  {
    title: 'File',
    isName: true,
    cell: ({ _id: file, name }) => (
      <Button
        variant="subtle"
        size="compact-sm"
        px={0}
        leftSection={<Paperclip size={14} aria-hidden />}
        onClick={() => void download(callAddress(suspectCases.file.path, { params: { id, file } }), name)}
      >
        {name.length > 40 ? `${name.slice(0, 37)}…` : name}
      </Button>
    ),
  },
  { title: 'Added by', phone: 'start', cell: ({ addedBy }) => addedBy },
  {
    title: 'Added',
    phone: 'end',
    isUnbroken: true,
    width: '9rem',
    cell: ({ addedAt }) => <Day at={addedAt} />,
  },
]

function AddFile({ id }: { id: string }) {
  const client = useQueryClient()
  const [isPending, setIsPending] = useState(false)
  const send = async (file: File | null) => {
    if (!file) return
    setIsPending(true)
    try {
      toastSuccess(await sendDocument(callAddress(suspectCases.addFile.path, { params: { id } }), file))
    } catch (error) {
      toastError(error instanceof Error ? error.message : 'The file could not be sent. Try again.')
    }
    setIsPending(false)
    await client.invalidateQueries({ queryKey: [suspectCases.byId.path] })
  }
  return (
    <FileButton accept={documentFormats} onChange={(file) => void send(file)}>
      {(props) => (
        <Button {...props} size="xs" variant="default" mt="sm" loading={isPending}>
          Add file
        </Button>
      )}
    </FileButton>
  )
}
