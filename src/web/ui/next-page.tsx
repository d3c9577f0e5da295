import { Button, Group } from '@mantine/core'

interface Props {
  page: number
  hasMore: boolean
  goTo: (page: number) => void
  /** Of a list that is not sorted by date. */
  labels?: readonly [back: string, on: string]
}

/** Pages of a list that is not counted. */
export function NextPage({ page, hasMore, goTo, labels: [back, on] = ['Newer', 'Older'] }: Props) {
  if (page === 1 && !hasMore) return null
  return (
    <Group justify="flex-end" mt="sm" component="nav" aria-label="Pages">
      <Button size="xs" variant="default" disabled={page === 1} onClick={() => goTo(page - 1)}>
        {back}
      </Button>
      <Button size="xs" variant="default" disabled={!hasMore} onClick={() => goTo(page + 1)}>
        {on}
      </Button>
    </Group>
  )
}
