/** How a product's strength differs from the one that was searched for; nothing of one that has it. */
export function StrengthNote({ note }: { note: string | undefined }) {
  return note ? <strong style={look}>{note}</strong> : null
}

/** A few products of a few answers have one: no style of the first visit is spent on it. */
const look = { display: 'block', color: 'var(--bad)', fontSize: '0.75rem', whiteSpace: 'normal' } as const
