import { Button, Group } from '@mantine/core'

interface Props<State extends string> {
  /** The states in their order, with their labels. */
  labels: Record<State, string>
  state: State
  choose: (state: State) => void
}

/** Chooses which records of a list are shown. */
export function StateButtons<State extends string>({ labels, state, choose }: Props<State>) {
  const all = Object.entries(labels) as [State, string][]
  return (
    <Group gap="xs" mb="sm">
      {all.map(([each, label]) => (
        <Button
          key={each}
          size="xs"
          variant={each === state ? 'light' : 'default'}
          aria-pressed={each === state}
          onClick={() => choose(each)}
        >
          {label}
        </Button>
      ))}
    </Group>
  )
}
