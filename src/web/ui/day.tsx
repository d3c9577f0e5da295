/** The UTC day of a moment, by which lists filter and reports count; the whole of it, in the reader's own time, on hover. */
export function Day({ at }: { at: string | null }) {
  if (!at) return null
  return (
    <time dateTime={at} title={at.length > 10 ? new Date(at).toLocaleString() : undefined}>
      {at.slice(0, 10)}
    </time>
  )
}
