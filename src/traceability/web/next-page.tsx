import { Button, Group } from '@mantine/core'

interface Props {
  page: number
  hasMore: boolean
  goTo: (page: number) => void
}

/** Pages of a list that is not counted. */
export function NextPage({ page, hasMore, goTo }: Props) {
  if (page === 1 && !hasMore) return null
  return (
    <Group justify="flex-end" mt="sm" component="nav" aria-label="Pages">
      <Button size="xs" variant="default" disabled={page === 1} onClick={() => goTo(page - 1)}>
        Newer
      </Button>
      <Button size="xs" variant="default" disabled={!hasMore} onClick={() => goTo(page + 1)}>
        Older
      </Button>
    </Group>
  )
}
