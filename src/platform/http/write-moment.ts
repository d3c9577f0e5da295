export type WriteMoment = (moment: Date | string) => string

/** UTC offsets only change at multiples of 15 minutes, in every time zone. */
const quarter = 900_000
const kept = 10_000

/**
 * Writes moments as ISO 8601 with the offset of a time zone, so that the first ten characters are the local day, by
 * which lists filter and reports count. Dates without a time stay as they are.
 */
export const momentWriter = (timeZone: string): WriteMoment => {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  const offsets = new Map<number, string>()
  const offsetAt = (at: number): string => {
    const key = Math.floor(at / quarter)
    const known = offsets.get(key)
    if (known !== undefined) return known
    if (offsets.size >= kept) offsets.clear()
    // UTC itself is formatted without digits.
    const offset = /GMT([+-]\d\d:\d\d)/.exec(format.format(at))?.[1] ?? '+00:00'
    offsets.set(key, offset)
    return offset
  }
  return (moment) => {
    if (typeof moment === 'string' && !moment.includes('T')) return moment
    const at = typeof moment === 'string' ? Date.parse(moment) : moment.getTime()
    const offset = offsetAt(at)
    const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(4))
    const local = new Date(at + (offset.startsWith('-') ? -minutes : minutes) * 60_000)
    return local.toISOString().slice(0, -1) + offset
  }
}
