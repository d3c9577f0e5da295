import { useUser } from '#web/session.ts'
import { PageTabs } from '#web/ui/page-tabs.tsx'
import { pagesFor } from './menu-entries.ts'
import { useCurrentPage } from './use-current-page.ts'

/** Pages of one subject, below the heading of each. */
export function SubjectTabs() {
  const { isAt } = useCurrentPage()
  const entry = pagesFor(useUser()).find(({ tabs }) => tabs?.some(isAt))
  if (!entry?.tabs) return null
  const tabs = entry.tabs.map(({ to, label, tab }) => ({ to, label, search: tab === undefined ? {} : { tab } }))
  return <PageTabs label={entry.label} tabs={tabs} />
}
