import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props<State extends string> {
  /** The states in their order, with their labels. */
  labels: Record<State, string>
  state: State | undefined
  /** How many records each state has. */
  counts?: Readonly<Record<State, number>> | undefined
  choose: (state: State) => void
  /** What stands in the same row, behind the buttons. */
  children?: ReactNode
}

/** Chooses which records of a list are shown. */
export function StateButtons<State extends string>({ labels, state, counts, choose, children }: Props<State>) {
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
          {counts ? `${label} (${counts[each].toLocaleString('en-US')})` : label}
        </Button>
      ))}
      {children}
    </Group>
  )
}
