import { useParams } from '@tanstack/react-router'
import { TextLink } from '#web/ui/button-link.tsx'
import { momentWords } from '#web/ui/day.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { useImportById } from './hooks.ts'
import { ImportView } from './import-view.tsx'

/** One import: its preview, its progress, or its result. */
export function ImportPage() {
  const { id = '' }: { id?: string } = useParams({ strict: false })
  const { data } = useImportById(id)
  const counted = data?.countedAt ? ` · stock as of ${momentWords(data.countedAt)}` : ''
  return (
    <>
      <PageHeading
        title={data?.fileName ?? 'Import'}
        lead={data && `${data.owner}, ${momentWords(data.createdAt)}${counted}`}
      >
        <TextLink to="/admin/imports">All imports</TextLink>
      </PageHeading>
      <Panel>
        <ImportView id={id} />
      </Panel>
    </>
  )
}
